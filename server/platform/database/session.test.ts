import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type pg from 'pg'
import { onPostgres } from '#testing'
import { type Database, openDatabase } from './database.ts'
import { sessionSettings } from './session-settings.ts'
import { onSnapshot } from './snapshot.ts'
import { prefix, startRenamingPooler } from './testing/renaming-pooler.ts'

onPostgres('with pgbouncer=true', (app) => {
  const opened = async (url: string, body: (db: Database) => Promise<void>) => {
    const db = await openDatabase({ url: `${url}?pgbouncer=true`, dataDir: '', poolSize: 1 })
    try {
      await body(db)
    } finally {
      await db.close()
    }
  }
  const settings = sql<{ name: string; setting: string }>`
    select name, current_setting(name) as setting from pg_settings
    where lower(name) in (${sql.join(Object.keys(sessionSettings))}) and source = 'session'`

  test('every transaction has the settings of a session, and each statement a transaction', async () => {
    await opened(app().databaseUrl!, async (db) => {
      const { sql: text, parameters } = settings.compile(db.reader)
      const withoutValues = text.replace(/\$(\d+)/g, (_, n) => `'${parameters[n - 1]}'`)
      const found = [
        await settings.execute(db.reader),
        await settings.execute(db.authenticationReader),
        await db.transaction((tx) => settings.execute(tx)),
        await onSnapshot(db.reader, (tx) => settings.execute(tx)),
        await db.pool.query(text, [...parameters]),
        await db.pool.query(withoutValues),
      ]
      for (const { rows } of found) {
        const set = rows.map(({ name, setting }) => [name.toLowerCase(), setting])
        assert.deepEqual(Object.fromEntries(set), { ...sessionSettings, timezone: 'UTC' })
      }
      const several = await db.pool.query('begin; create temporary table gone (); select 1 as one; rollback')
      assert.deepEqual(
        (several as unknown as pg.QueryResult[]).map(({ command }) => command),
        ['BEGIN', 'CREATE', 'SELECT', 'ROLLBACK'],
      )
    })
  })

  test('a statement that fails undoes itself and harms no other', async () => {
    await opened(app().databaseUrl!, async (db) => {
      const client = await db.pool.connect()
      await client.query('create table kept (id int primary key)')
      await client.query('insert into kept values (1)')
      await assert.rejects(client.query('insert into kept values ($1), ($2)', [2, 1]), { code: '23505' })
      await assert.rejects(client.query('select $1::int', ['no number']), { code: '22P02' })
      assert.deepEqual((await client.query('select id from kept')).rows, [{ id: 1 }])
      await client.query('drop table kept')
      await client.query('create index concurrently projects_tried on projects (name)')
      client.release()
    })
  })

  /** The names of the statements that the server of a node has after many of its transactions. */
  async function namesAfterwards(url: string): Promise<string[]> {
    let names: string[] = []
    await opened(url, async (db) => {
      for (let n = 0; n < 20; n++) await db.transaction((tx) => sql`select ${n}::int as n`.execute(tx))
      const { rows } = await db.pool.query('select name from pg_prepared_statements')
      names = rows.map(({ name }) => name)
    })
    return names
  }

  test('statements have names only if the pooler keeps track of them', async () => {
    const url = new URL(app().databaseUrl!)
    assert.deepEqual(await namesAfterwards(url.href), [])
    const pooler = await startRenamingPooler({ port: Number(url.port), hostname: url.hostname })
    url.port = String(pooler.port)
    try {
      const names = await namesAfterwards(url.href)
      assert.equal(names.filter((name) => name.startsWith(prefix)).length, names.length)
      assert.ok(names.includes(`${prefix}s0`), String(names))
    } finally {
      await pooler.stop()
    }
  })
})
