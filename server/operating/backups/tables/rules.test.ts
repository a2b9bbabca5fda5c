import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Database, migrate, openDatabase } from '#database'
import { databaseKinds, newInstallation } from '#testing'
import { removeRules } from './rules.ts'

/** Columns, constraints, indexes and triggers of our tables, as PostgreSQL describes them. */
const schema = `
  select 'column', attrelid::regclass::text as of, attname as name, format_type(atttypid, atttypmod) || attnotnull as definition
  from pg_attribute join pg_class class on class.oid = attrelid
  where attnum > 0 and relkind = 'r' and relnamespace = 'public'::regnamespace
  union all select contype::text, conrelid::regclass::text, conname, pg_get_constraintdef(oid) || convalidated
  from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'index', indrelid::regclass::text, indexrelid::regclass::text,
    pg_get_indexdef(indexrelid) || indisvalid || indisprimary
  from pg_index join pg_class class on class.oid = indrelid where relnamespace = 'public'::regnamespace
  union all select 'trigger', tgrelid::regclass::text, tgname, pg_get_triggerdef(pg_trigger.oid) || tgenabled::text
  from pg_trigger join pg_class class on class.oid = tgrelid
  where not tgisinternal and relnamespace = 'public'::regnamespace
  order by 1, 2, 3`

const counted = `
  select (select count(*)::int from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'x', 'f'))
    as constraints,
    (select count(*)::int from pg_indexes where schemaname = 'public') as indexes,
    (select count(*)::int from pg_trigger join pg_class class on class.oid = tgrelid
     where not tgisinternal and tgenabled <> 'D' and relnamespace = 'public'::regnamespace) as triggers`

for (const kind of databaseKinds) {
  describe(`the rules of tables, ${kind}`, () => {
    test('are all removed, and are the same when they are added again', async () => {
      const { databaseUrl: url, dataDir, remove } = await newInstallation(kind)
      const db = await openDatabase({ url, dataDir, poolSize: 1 })
      try {
        await migrate(db.pool)
        await removedAndAdded(db)
      } finally {
        await db.close()
        await remove()
      }
    })
  })
}

async function removedAndAdded({ pool }: Database): Promise<void> {
  // One of each kind that no table of ours has at present, and a trigger that someone disabled.
  await pool.query(`
    create table stays (
      id integer generated always as identity primary key, room integer not null, during tstzrange,
      code text unique nulls not distinct deferrable initially deferred,
      exclude using gist (during with &&));
    create unique index stays_lower on stays (lower(code)) include (room) where room > 0;
    create function pass() returns trigger language plpgsql as 'begin return new; end';
    create trigger always after insert on stays for each row execute function pass();
    create trigger off before insert on stays for each row execute function pass();
    alter table stays enable always trigger always, disable trigger off`)
  const before = (await pool.query(schema)).rows
  const client = await pool.connect()
  try {
    await client.query('begin')
    const add = await removeRules(client)
    assert.deepEqual((await client.query(counted)).rows, [{ constraints: 0, indexes: 0, triggers: 0 }])
    await add()
    await client.query('commit')
  } finally {
    client.release(true)
  }
  assert.deepEqual((await pool.query(schema)).rows, before)
}
