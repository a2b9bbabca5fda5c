import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '#platform'
import { onEachDatabase } from '#testing'
import { vacuumEmbedded } from './vacuum.ts'

onEachDatabase('vacuuming', (app, kind) => {
  test('frees what updates left behind on the embedded database, and leaves PostgreSQL to its own autovacuum', async () => {
    const { db } = app()
    const vacuums = async () => {
      const { rows } = await db.pool.query(
        `select coalesce(sum(vacuum_count), 0)::int as count from pg_stat_user_tables where relname = 'users'`,
      )
      return rows[0].count
    }
    const before = await vacuums()
    const { signal } = new AbortController()
    await vacuumEmbedded.run({ db, log: createLog('silent'), signal }, {})
    assert.equal(await vacuums(), kind === 'embedded' ? before + 1 : before)
  })
})
