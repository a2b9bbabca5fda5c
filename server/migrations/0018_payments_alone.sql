--! needs-lock
-- The list of payments is added up and searched, in a large clinic for each page and at each key stroke. Payments have what this needs of
-- their invoice, which never changes after its issue.
alter table payments
  add column currency text,
  -- Its number and billed name.
  add column invoice_text text;
alter table payments disable trigger payments_kept;
update payments set currency = invoices.currency, invoice_text = number || ' ' || billed_to from invoices where invoices.id = invoice_id;
alter table payments enable trigger payments_kept;
alter table payments alter column currency set not null, alter column invoice_text set not null;

alter table invoices add constraint invoices_in_currency unique (id, currency);
alter table payments drop constraint payments_invoice_id_fkey;
alter table payments add constraint payments_in_currency_of_invoice
  foreign key (invoice_id, currency) references invoices (id, currency);

drop index payments_by_day;
drop index payments_by_method;
drop index payments_by_kind;
drop index payments_by_reference;
create index payments_by_day on payments (received_on desc, id desc) include (currency, amount, kind, method, invoice_id);
create index payments_by_method on payments (method, received_on desc, id desc) include (currency, amount, kind, invoice_id);
create index payments_by_kind on payments (kind, received_on desc, id desc) include (currency, amount, method, invoice_id);
create index payments_by_text on payments using gin (folded(invoice_text || ' ' || coalesce(reference, '')) gin_trgm_ops);
