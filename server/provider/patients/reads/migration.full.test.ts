import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { migrate, openDatabase } from '#database'
import { newId } from '#platform'
import { postgres } from '#testing'

const migrations = new URL('../../../migrations/', import.meta.url)

describe('the migration of the access log, postgresql', { skip: !postgres && 'needs PostgreSQL' }, () => {
  test('keeps earlier entries, and nodes of the previous version add to them until they are upgraded', async () => {
    const url = await postgres!.createDatabase()
    const dataDir = await mkdtemp(join(tmpdir(), 'aerie-migration-'))
    const db = await openDatabase({ url, dataDir, poolSize: 2 })
    try {
      for (const name of await readdir(migrations))
        if (name < '0071') await cp(new URL(name, migrations), join(dataDir, name))
      await migrate(db.pool, pathToFileURL(`${dataDir}/`))
      const [patientId, userId, keyId] = [newId(), newId(), newId()]
      // As version 0.1.0 writes a batch; it repeats one with other ids.
      const write = (apiKeyId: string | null, minute: string) =>
        db.pool.query(
          `insert into patient_reads (id, patient_id, user_id, api_key_id, minute)
           select id, patient_id, user_id, api_key_id, to_timestamp(minute)
           from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::float8[])
             as read (id, patient_id, user_id, api_key_id, minute)
           where (select access_log from settings)
           order by patient_id, minute, user_id, api_key_id
           on conflict do nothing`,
          [[newId()], [patientId], [userId], [apiKeyId], [Date.parse(minute) / 1000]],
        )
      const [before, after] = ['2026-01-31T09:30:00.000Z', '2026-02-01T10:00:00.000Z'] as const
      await write(null, before)
      await write(keyId, before)
      await migrate(db.pool)
      for (const minute of [before, after, after]) await write(keyId, minute)

      const { rows } = await db.pool.query(
        'select at, user_id, api_key_id, operation, patient_ids, count from access_log order by at, api_key_id nulls first',
      )
      const read = { user_id: userId, operation: null, patient_ids: [patientId], count: 1 }
      assert.deepEqual(rows, [
        { ...read, at: before, api_key_id: null },
        { ...read, at: before, api_key_id: keyId },
        { ...read, at: after, api_key_id: keyId },
      ])
    } finally {
      await db.close()
      await postgres!.dropDatabase(url)
      await rm(dataDir, { recursive: true })
    }
  })
})
