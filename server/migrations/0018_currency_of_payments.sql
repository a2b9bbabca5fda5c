--! needs-lock
-- Payments are added up by currency for each page of their list. They have their invoice's, so that an index alone is read.
alter table payments add column currency text;
alter table payments disable trigger payments_kept;
update payments set currency = invoices.currency from invoices where invoices.id = invoice_id;
alter table payments enable trigger payments_kept;
alter table payments alter column currency set not null;

alter table invoices add constraint invoices_in_currency unique (id, currency);
alter table payments drop constraint payments_invoice_id_fkey;
alter table payments add constraint payments_in_currency_of_invoice
  foreign key (invoice_id, currency) references invoices (id, currency);

drop index payments_by_day;
drop index payments_by_method;
drop index payments_by_kind;
create index payments_by_day on payments (received_on desc, id desc) include (currency, amount, kind, method, invoice_id);
create index payments_by_method on payments (method, received_on desc, id desc) include (currency, amount, kind, invoice_id);
create index payments_by_kind on payments (kind, received_on desc, id desc) include (currency, amount, method, invoice_id);
