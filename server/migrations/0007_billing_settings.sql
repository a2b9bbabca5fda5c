-- What invoices say and how they are numbered. Lists and groups of fields are read and written whole, as the
-- contract's Settings has them.
alter table settings
  add currency           text    not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  add terms_days         integer not null default 30 check (terms_days between 0 and 365),
  add letterhead         jsonb   not null default '{
    "line": "", "city": "", "region": "", "postalCode": "", "country": "", "phone": "", "email": "", "website": "",
    "taxId": "", "registration": "", "bank": "", "iban": "", "bic": "", "terms": ""}',
  -- Treatment is exempt in most places; whoever charges tax adds the rates.
  add tax_rates          jsonb   not null default '[
    {"name": "Exempt", "category": "E", "rate": "0", "isDefault": true, "exemptionReason": "Exempt from tax"}]',
  add invoice_series     jsonb   not null default '[{"name": "INV", "prefix": "INV-", "digits": 5}]',
  add credit_note_series jsonb   not null default '{"name": "CN", "prefix": "CN-", "digits": 5}';
