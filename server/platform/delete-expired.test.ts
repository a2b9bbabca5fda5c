import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { deleteExpired } from '#platform'
import { onEachDatabase, type TestApp } from '#testing'

const { signal } = new AbortController()
const limit = sql`now() - interval '2 days'`

onEachDatabase('expired rows', (app, kind) => {
  test('are deleted in batches that each commit, and others stay', async () => {
    await countDeletions(app())
    await addRecords(app(), 2500, '3 days')
    await addRecords(app(), 2, '1 day')
    await deleteExpired(app().db, signal, 'idempotencyRecords', 'createdAt', limit)
    const { rows } = await app().db.pool.query('select deleted, xact from deletions order by deleted desc')
    assert.deepEqual(
      rows.map(({ deleted }) => deleted),
      [1000, 1000, 500],
    )
    assert.equal(new Set(rows.map(({ xact }) => xact)).size, 3)
    assert.equal(await records(app()), 2)
  })

  test('of the same moment are deleted all, however many there are', async () => {
    await app().db.transaction(async (tx) => {
      await sql`update idempotency_records set created_at = now() - interval '4 days'`.execute(tx)
      await addRecords({ db: { pool: { query: (text) => sql.raw(text).execute(tx) } } }, 2100, '4 days')
    })
    await deleteExpired(app().db, signal, 'idempotencyRecords', 'createdAt', limit)
    assert.equal(await records(app()), 0)
  })

  test('stay after an interruption, for the next run', async () => {
    await addRecords(app(), 1200, '3 days')
    const interrupted = new AbortController()
    const reader = app().db.reader.withPlugin({
      transformQuery({ node }) {
        interrupted.abort()
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await deleteExpired({ reader }, interrupted.signal, 'idempotencyRecords', 'createdAt', limit)
    assert.equal(await records(app()), 200)
    await deleteExpired(app().db, signal, 'idempotencyRecords', 'createdAt', limit)
    assert.equal(await records(app()), 0)
  })

  // The embedded database has one session.
  if (kind === 'embedded') return

  test('that a call holds locked hold up nothing', async () => {
    await addRecords(app(), 3, '3 days')
    const holder = new pg.Client(app().databaseUrl)
    await holder.connect()
    try {
      await holder.query('begin')
      await holder.query('select from idempotency_records limit 1 for update')
      await deleteExpired(app().db, signal, 'idempotencyRecords', 'createdAt', limit)
      assert.equal(await records(app()), 1)
    } finally {
      await holder.end()
    }
  })
})

interface Queryable {
  db: { pool: { query(text: string): Promise<unknown> } }
}

const addRecords = ({ db }: Queryable, count: number, age: string) =>
  db.pool.query(
    `insert into idempotency_records (user_id, operation, key, fingerprint, created_at)
     select id, 'projects.create', gen_random_uuid()::text, '', now() - interval '${age}'
     from (select id from users limit 1) one, generate_series(1, ${count})`,
  )

async function records({ db }: TestApp): Promise<number> {
  const { rows } = await db.pool.query('select count(*) as found from idempotency_records')
  return rows[0].found
}

/** Notes how many rows each statement deletes, and in which transaction. */
async function countDeletions({ db }: TestApp): Promise<void> {
  await db.pool.query(
    `create table deletions (deleted integer, xact text);
     create function note_deletion() returns trigger language plpgsql as
       $$ begin
         insert into deletions select count(*), pg_current_xact_id()::text from gone having count(*) > 0;
         return null;
       end $$;
     create trigger note_deletion after delete on idempotency_records
       referencing old table as gone for each statement execute function note_deletion()`,
  )
}
