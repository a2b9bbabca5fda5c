import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '#database'
import { databaseKinds, newInstallation } from '#testing'
import { exchange } from '../tables/session.ts'
import { queueSchema } from './queue-schema.ts'

for (const kind of databaseKinds) {
  test(`the schema of the queue neither ends nor limits the restore that creates it, ${kind}`, async () => {
    const { databaseUrl: url, dataDir, remove } = await newInstallation(kind)
    const db = await openDatabase({ url, dataDir, poolSize: 1 })
    const session = await db.pool.connect()
    try {
      const transaction = async () =>
        (
          await session.query(
            `select pg_current_xact_id()::text as id, (select json_object_agg(name, setting) from pg_settings where name like '%\\_timeout') as limits`,
          )
        ).rows
      await session.query(`begin; drop schema if exists pgboss cascade; ${exchange}`)
      const before = await transaction()
      await session.query(queueSchema())
      assert.deepEqual(await transaction(), before)
    } finally {
      session.release(true)
      await db.close()
      await remove()
    }
  })
}
