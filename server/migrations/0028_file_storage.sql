-- Where the uploaded files of this installation are. Like the backups, it describes the installation and not its data, so
-- that backups do not contain this table.
create table file_storage (
  only_row     boolean primary key default true check (only_row),
  -- The store contains this id in its marker. Null until a node first uses a store.
  id           uuid,
  -- Where files are written and read: `folder`, or an address such as s3://bucket/prefix, without credentials.
  address      text,
  -- While files are moved: where those are read that are not at `address` yet.
  moving_from  text    check (moving_from <> address),
  check (address is null or id is not null),
  check (moving_from is null or address is not null)
);

insert into file_storage default values;
