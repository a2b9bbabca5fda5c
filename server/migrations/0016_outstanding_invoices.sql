--! needs-lock
-- What is due is added up from this index alone, for each page of invoices; the overdue ones are the first of its entries.
drop index invoices_by_due_date;
create index invoices_outstanding on invoices (due_date, id) include (currency, due, day, patient_id) where status = 'issued';

-- The search over all records finds invoices by the patients whom it finds, and by other payers: few names, each with many invoices.
create table payer_names (
  name text not null
);

create index payer_names_by_name on payer_names (name);
create index payer_names_by_text on payer_names using gin (folded(name) gin_trgm_ops);
create index invoices_of_payer on invoices (billed_to, id desc) where payer is not null;

-- Like the words of names, a name may be added twice, and none waits for another.
create function invoices_keep_payer_names() returns trigger language plpgsql as $$
begin
  insert into payer_names (name)
  select new.billed_to where not exists (select from payer_names where name = new.billed_to);
  return null;
end
$$;

create trigger invoices_keep_payer_names after insert or update of payer, bill_to on invoices
  for each row when (new.payer is not null) execute function invoices_keep_payer_names();

insert into payer_names (name) select distinct billed_to from invoices where payer is not null;
