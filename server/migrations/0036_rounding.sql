-- The tax of an invoice is the rate on its net (EN 16931 BR-CO-17), as in its XML. Inclusive prices and the last of several
-- credit notes can leave another minor unit: the rounding amount (BT-114), which was part of the tax.
alter table invoices add rounding numeric(18,3) not null default 0;
alter table credit_notes add rounding numeric(18,3) not null default 0;
alter table invoices drop constraint invoices_check1;
alter table credit_notes drop constraint credit_notes_check;

create temporary table restated on commit drop as
select id, sum(new_tax) as tax, sum(tax - new_tax) as rounding, jsonb_agg(
  taxed || jsonb_build_object('tax', new_tax::text, 'rounding', (tax - new_tax)::text) order by position) as tax_breakdown
from (
  select id, taxed, position, (taxed ->> 'tax')::numeric as tax, round(
    (taxed ->> 'taxable')::numeric * (taxed ->> 'rate')::numeric / 100, scale((taxed ->> 'taxable')::numeric)) as new_tax
  from (
    select id, tax_breakdown from invoices
    union all
    select id, tax_breakdown from credit_notes
  ) as documents, jsonb_array_elements(tax_breakdown) with ordinality as groups (taxed, position)
) as computed
group by id;

alter table invoices disable trigger invoices_frozen;
update invoices set tax = restated.tax, rounding = restated.rounding, tax_breakdown = restated.tax_breakdown
from restated where restated.id = invoices.id;
alter table invoices enable trigger invoices_frozen;
alter table credit_notes disable trigger credit_notes_kept;
update credit_notes set tax = restated.tax, rounding = restated.rounding, tax_breakdown = restated.tax_breakdown
from restated where restated.id = credit_notes.id;
alter table credit_notes enable trigger credit_notes_kept;

alter table invoices add constraint invoices_gross_adds_up check (gross = net + tax + rounding);
alter table credit_notes add constraint credit_notes_gross_adds_up check (gross = net + tax + rounding);
