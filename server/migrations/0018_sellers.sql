-- Who an invoice is from, as it stood in the settings when it was issued: the organisation's name and letterhead. Null in
-- what was issued before this was kept, too.
alter table invoices
  add column seller jsonb,
  add constraint invoices_from_someone_when_issued check (seller is null or number is not null);
