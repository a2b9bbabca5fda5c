// The schema of our tables can have any name: whoever may not create tables in `public` has one of their own.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import pg from 'pg'
import { makeBackup } from '#backups'
import { createClient } from '#client'
import { readConfig } from '#config'
import { createProject, createSource } from '#contract'
import {
  filesIn,
  newInstallation,
  postgres,
  signInHeaders,
  testPassword,
  testSecrets,
  testSettings,
} from '#testing'
import { referredFiles } from '../platform/files/referenced.ts'
import { version } from '../start/version.ts'
import { openInstallation } from './commands/installation.ts'
import { restoreCommand } from './commands/restore.ts'
import { verifyCommand } from './commands/verify.ts'

describe('in a schema of another name, postgresql', { skip: !postgres && 'needs PostgreSQL' }, () => {
  test('a node, its files, invariants and backups find the tables, also when the role’s path leads elsewhere', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'aerie-schema-'))
    const installation = await newInstallation('postgresql')
    const url = await postgres!.createDatabase()
    const admin = new pg.Client(url)
    await admin.connect()
    const setPath = (path: string) =>
      admin.query(`alter database ${admin.database} set search_path = ${path}`)
    try {
      await admin.query('create schema "Of the clinic"')
      await setPath('"Of the clinic"')
      const settings = { DATABASE_URL: url, OWNER_EMAIL: 'owner@aerie.test', OWNER_PASSWORD: testPassword }
      await (await installation.start(settings)).stop()
      await setPath('public')
      const node = await installation.start(settings)
      const headers = await signInHeaders(node.address, settings.OWNER_EMAIL)
      const client = createClient({ baseUrl: node.address, headers })
      const { id: projectId } = await client.call(createProject, { name: 'Kept' })
      const { id: sourceId } = await client.call(createSource, { projectId, title: 'Kept', text: 'Kept.' })
      const { rows } = await node.db.pool.query('select file_key as key from sources')
      assert.deepEqual(await referredFiles(node.db.reader, [rows[0].key]), [rows[0].key])
      const config = readConfig(testSettings({ DATABASE_URL: url, DATA_DIR: installation.dataDir }))
      await verifyCommand.run({ config, db: node.db }, { files: 'yes' })

      const to = join(folder, 'backup.tar')
      const { db } = node
      const origin = {
        db,
        files: filesIn(join(installation.dataDir, 'files')),
        held: null,
        secretIds: testSecrets.ids,
        version,
      }
      const made = await makeBackup(origin, { path: to })
      assert.equal(made.files.count, 1)
      const elsewhere = readConfig(testSettings({ DATABASE_URL: '', DATA_DIR: join(folder, 'elsewhere') }))
      await restoreCommand.runAlone(elsewhere, { from: to })
      const restored = await openInstallation(elsewhere)
      const found = await restored.db.pool.query('select id from sources')
      await restored.db.close()
      assert.deepEqual(found.rows, [{ id: sourceId }])
    } finally {
      await installation.remove()
      await admin.end()
      await postgres!.dropDatabase(url)
      await rm(folder, { recursive: true })
    }
  })
})
