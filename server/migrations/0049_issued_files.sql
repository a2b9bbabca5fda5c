-- The PDF and XML of invoices and credit notes, as they were first created. Whatever happens later, they stay the same.
create table issued_files (
  -- An invoice or a credit note.
  document_id uuid           not null,
  -- `pdf`, or a profile of e-invoices.
  format      text           not null,
  content     bytea          not null,
  created_at  timestamptz(3) not null default now(),

  primary key (document_id, format)
);

create trigger issued_files_kept before update or delete or truncate on issued_files
  for each statement execute function refuse_change();

-- Up to which number a job has created the files of a series. Those of earlier documents are created on request.
create table filed_series (
  series  text   primary key,
  ordinal bigint not null
);

insert into filed_series select series, last from invoice_series_counters;
