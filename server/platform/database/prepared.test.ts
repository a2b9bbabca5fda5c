import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { plannedOnce } from '#database'
import { onPostgres } from '#testing'

onPostgres('statements sent in transactions', (app) => {
  const sent = async (text: string) => {
    const prepared = await app().db.transaction((tx) =>
      sql`select from pg_prepared_statements where statement = ${text}`.execute(tx),
    )
    return prepared.rows.length
  }

  test('are prepared once they come again and again; those outside only if they are planned once', async () => {
    const { db } = app()
    for (let n = 0; n < 20; n++) {
      await sql`select ${n}::int as outside`.execute(db.reader)
      await sql`select ${plannedOnce} ${n}::int as kept`.execute(db.reader)
      await db.transaction((tx) => sql`select ${n}::int as inside`.execute(tx))
    }
    assert.equal(await sent('select $1::int as outside'), 0)
    assert.equal(await sent('select $1::int as inside'), 1)
    assert.equal(await sent('select /* planned once */ $1::int as kept'), 1)
  })

  test('go on while a newer node alters their table', async () => {
    const { db } = app()
    await db.pool.query('create table altered (id int, a text)')
    await db.pool.query(`insert into altered values (1, 'a')`)
    const read = () =>
      db.transaction(async (tx) => (await sql`select * from altered where id = ${1}`.execute(tx)).rows)
    const readOutside = async () =>
      (await sql`select ${plannedOnce} * from altered where id = ${1}`.execute(db.reader)).rows
    for (let n = 0; n < 20; n++) for (const each of [read, readOutside]) await each()
    assert.equal(await sent('select * from altered where id = $1'), 1)
    assert.equal(await sent('select /* planned once */ * from altered where id = $1'), 1)
    await db.pool.query(`alter table altered add b text default 'b'`)
    for (let n = 0; n < 3; n++)
      for (const each of [read, readOutside]) assert.deepEqual(await each(), [{ id: 1, a: 'a', b: 'b' }])
  })

  test('that fail leave their connection as it was', async () => {
    const { db } = app()
    const divide = (by: number) =>
      db.transaction(async (tx) => (await sql<{ of: number }>`select 6 / ${by}::int as of`.execute(tx)).rows)
    for (let n = 0; n < 20; n++) await divide(2)
    await assert.rejects(divide(0), { code: '22012' })
    assert.deepEqual(await divide(3), [{ of: 2 }])
  })
})
