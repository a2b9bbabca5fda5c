import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Transaction, violatedConstraint } from '#database'
import { newId } from '#platform'
import { onEachDatabase } from '#testing'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'

const undo = new Error('undo')

onEachDatabase('the database', (app, kind) => {
  test('gives values as promised: times with milliseconds, dates and decimals as text, bytes as bytes', async () => {
    const { rows } = await app().db.pool.query(
      `select '2026-01-31T09:30:00.1236+02'::timestamptz(3) as instant, '2026-01-31'::date as date,
              12.50::numeric(18,3) as amount, 9007199254740991::bigint as big, '\\x00ff'::bytea as bytes,
              '{a,"b c"}'::text[] as texts, '{"snake_case": [1.5, null]}'::jsonb as json, true as flag,
              null::text as nothing, 'Ærie 💚'::text as text`,
    )
    assert.deepEqual(rows, [
      {
        instant: '2026-01-31T07:30:00.124Z',
        date: '2026-01-31',
        amount: '12.500',
        big: 9007199254740991,
        bytes: Buffer.from([0, 255]),
        texts: ['a', 'b c'],
        json: { snake_case: [1.5, null] },
        flag: true,
        nothing: null,
        text: 'Ærie 💚',
      },
    ])
  })

  test('gives libraries what the driver gives by default', async () => {
    const { rows } = await app().db.pool.queryForLibrary(
      `select '2026-01-31T07:30:00Z'::timestamptz as at, 1::bigint as big`,
    )
    assert.deepEqual(rows, [{ at: new Date('2026-01-31T07:30:00Z'), big: '1' }])
  })

  test('has the extensions that searching and booking stand on', async () => {
    await undone(app().db, async (tx) => {
      for (const name of ['pg_trgm', 'fuzzystrmatch', 'unaccent', 'btree_gist']) {
        await sql`create extension if not exists ${sql.id(name)}`.execute(tx)
      }
      const { rows } =
        await sql`select similarity('aerie', 'aerie') as alike, levenshtein('aerie', 'eerie') as steps,
        dmetaphone('Smith') as sound, unaccent('Ærié') as plain`.execute(tx)
      assert.deepEqual(rows, [{ alike: 1, steps: 1, sound: 'SM0', plain: 'AErie' }])
      await sql`create table stays (room int, during tstzrange, exclude using gist (room with =, during with &&))`.execute(
        tx,
      )
    })
  })

  test('names the constraint that refuses, whichever kind it is', async () => {
    const { owner, member } = app().people
    const person = { id: newId(), name: 'Twin', email: 'twin@aerie.test', role: 'member' }
    const project = { id: newId(), name: 'Orphan', createdBy: newId() }
    const refused: Record<string, (tx: Transaction) => Promise<unknown>> = {
      users_email_key: (tx) =>
        tx
          .insertInto('users')
          .values({ ...person, email: member.email })
          .execute(),
      users_one_owner: (tx) =>
        tx
          .insertInto('users')
          .values({ ...person, role: 'owner' })
          .execute(),
      users_role_check: (tx) =>
        tx
          .insertInto('users')
          .values({ ...person, role: 'guest' })
          .execute(),
      projects_created_by_fkey: (tx) => tx.insertInto('projects').values(project).execute(),
      users_keep_owner: (tx) => tx.deleteFrom('users').where('id', '=', owner.id).execute(),
    }
    for (const [name, statement] of Object.entries(refused)) {
      const error = await app()
        .db.transaction(statement)
        .catch((error) => error)
      assert.equal(violatedConstraint(error), name)
    }
  })

  test('reads what is committed at each statement, and is migrated once', async () => {
    const { rows } = await app().db.transaction((tx) =>
      sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(tx),
    )
    assert.deepEqual(rows, [{ level: 'read committed' }])
    assert.deepEqual(await migrate(app().db.pool), [])
  })

  const aside: Record<string, (db: Database) => Promise<unknown>> = {
    reader: ({ reader }) => reader.selectFrom('settings').selectAll().execute(),
    pool: ({ pool }) => pool.query('select 1'),
    authenticationPool: ({ authenticationPool }) => authenticationPool.query('select 1'),
    authenticationReader: ({ authenticationReader }) => sql`select 1`.execute(authenticationReader),
    transaction: (db) => db.transaction((tx) => sql`select 1`.execute(tx)),
  }
  for (const [name, query] of Object.entries(aside)) {
    test(`a query by ${name} beside an open transaction throws, and the transaction is undone`, async () => {
      const { db, people } = app()
      const id = newId()
      const mistaken = db.transaction(async (tx) => {
        await tx.insertInto('projects').values({ id, name, createdBy: people.owner.id }).execute()
        await Promise.all([query(db)])
      })
      await assert.rejects(mistaken, /Query outside the open transaction of this call\. Use tx\./)
      const left = await db.reader.selectFrom('projects').select('id').where('id', '=', id).execute()
      assert.deepEqual(left, [])
      await query(db)
    })
  }

  // PostgreSQL has several connections.
  if (kind === 'embedded')
    test('reads before most of the transactions that were there first', async () => {
      const ended: string[] = []
      const { db } = app()
      const transactions = Array.from({ length: 20 }, () =>
        db
          .transaction(async (tx) => {
            for (let n = 0; n < 5; n++) await sql`select ${n}::int`.execute(tx)
          })
          .then(() => ended.push('transaction')),
      )
      const read = sql`select 1`.execute(db.reader).then(() => ended.push('read'))
      await Promise.all([...transactions, read])
      assert.ok(ended.indexOf('read') < 10, ended.join(' '))
    })
})

async function undone(db: Database, body: (tx: Transaction) => Promise<void>): Promise<void> {
  const run = db.transaction(async (tx) => {
    await body(tx)
    throw undo
  })
  await assert.rejects(run, undo)
}
