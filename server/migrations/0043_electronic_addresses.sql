-- What receivers of e-invoices require (EN 16931 BT-10, BT-34, BT-41).
alter table invoices
  add buyer_reference text check (length(buyer_reference) between 1 and 100);
alter table settings alter letterhead set default '{
  "line": "", "city": "", "region": "", "postalCode": "", "country": "", "contactName": "", "phone": "", "email": "",
  "website": "", "electronicAddress": "", "taxId": "", "registration": "", "bank": "", "iban": "", "bic": "",
  "terms": ""}';
update settings set letterhead = '{"contactName": "", "electronicAddress": ""}' || letterhead;
