-- The organisation's settings, in one row that always exists. Lists and groups of fields are read and written as a whole, in the
-- form of the contract's Settings.
create table settings (
  one_row               boolean        primary key default true check (one_row),
  organisation_name     text           not null default 'Aerie' check (char_length(organisation_name) between 1 and 100),
  time_zone             text           not null default 'UTC',
  -- Null until the owner has chosen.
  uses                  text           check (uses in ('insights', 'clinic', 'both')),
  -- The language of short texts unless they are clearly in another one.
  language              text,

  -- Null: keys may be valid forever.
  max_key_lifetime_days integer        check (max_key_lifetime_days between 1 and 3650),
  two_factor_required   boolean        not null default false,
  max_session_days      integer        not null default 30 check (max_session_days between 1 and 365),
  access_log            boolean        not null default true,

  currency              text           not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  terms_days            integer        not null default 30 check (terms_days between 0 and 365),
  letterhead            jsonb          not null default '{
    "line": "", "city": "", "region": "", "postalCode": "", "country": "", "contactName": "", "phone": "", "email": "",
    "website": "", "electronicAddress": "", "taxId": "", "registration": "", "bank": "", "iban": "", "bic": "", "terms": ""}',
  -- Treatment is exempt in most countries; a clinic that charges tax adds its rates.
  tax_rates             jsonb          not null default '[
    {"name": "Exempt", "category": "E", "rate": "0", "isDefault": true, "exemptionReason": "Exempt from tax"}]',
  invoice_series        jsonb          not null default '[{"name": "INV", "prefix": "INV-", "digits": 5}]',
  credit_note_series    jsonb          not null default '{"name": "CN", "prefix": "CN-", "digits": 5}',

  version               integer        not null default 1,
  updated_at            timestamptz(3) not null default now()
);

insert into settings default values;
