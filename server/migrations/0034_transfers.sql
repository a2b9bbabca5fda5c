-- A transfer moves stock between two locations: the only document whose movements have stock on both sides.
alter table stock_documents drop constraint stock_documents_kind_check;
alter table stock_documents add constraint stock_documents_kind_check
  check (kind in ('receipt', 'adjustment', 'reversal', 'sale', 'return', 'transfer'));
