// Damages to a data folder. Each is refused, or everything is still right.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { lstat, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { createClient } from '#client'
import { readConfig } from '#config'
import { createItem } from '#contract'
import { Secrets } from '#platform'
import { newInstallation } from '#testing'
import { readSecret } from '../start/secret.ts'
import { addPeople } from '../testing/people.ts'
import { testOrigin, testSettings } from '../testing/settings.ts'
import { outputOf } from './commands/on-command-line.ts'
import { verifyCommand } from './commands/verify.ts'
import { explain } from './explain.ts'
import { openData } from './open-data.ts'

/** What happens to a file. Both of its halves have content. */
const damages: Record<string, (file: string) => Promise<void>> = {
  removed: (file) => rm(file, { recursive: true }),
  truncated: async (file) => truncate(file, Math.floor((await lstat(file)).size / 2)),
  zeroed: async (file) => writeFile(file, Buffer.alloc((await lstat(file)).size)),
  changed: async (file) => {
    const bytes = await readFile(file)
    const middle = bytes.length >> 1
    bytes[middle] = bytes[middle]! ^ 1
    await writeFile(file, bytes)
  },
}

/** A file of each kind in a data folder, from the folder of the database. */
const kinds: Record<string, string> = {
  'the secret': '../secret',
  'the marker of the files': '../files/installation',
  'the version': 'PG_VERSION',
  'the version of the database': 'base/5/PG_VERSION',
  settings: 'postgresql.conf',
  'rules of access': 'pg_hba.conf',
  'the control file': 'global/pg_control',
  'the map of shared catalogs': 'global/pg_filenode.map',
  'a shared catalog': 'global/1260',
  'the map of catalogs': 'base/5/pg_filenode.map',
  'the list of tables': 'base/5/1259',
  'an index of a catalog': 'base/5/2662',
  'the free space of a catalog': 'base/5/1259_fsm',
  'the visible pages of a catalog': 'base/5/1259_vm',
  'cached catalogs': 'base/5/pg_internal.init',
  'states of transactions': 'pg_xact/0000',
  'groups of transactions': 'pg_multixact/offsets/0000',
  'the log': 'pg_wal/000000010000000000000001',
  origins: 'pg_logical/replorigin_checkpoint',
  'the manifest': 'aerie-manifest',
}
/** Tables and indexes, whose files have other names in each installation. */
const relations = ['users', 'users_pkey', 'audit_log', 'items']

/** A killed process leaves changes that only PostgreSQL finds, so its own checks are tried. */
const damagesAfter = {
  'a clean stop': damages,
  'kill -9': { zeroed: damages.zeroed! },
}

for (const state of ['a clean stop', 'kill -9'] as const) {
  describe(`a data folder after ${state}`, () => {
    let dataDir: string
    let whole: string
    const files: Record<string, string> = {}

    before(async () => {
      const place = await newInstallation('embedded')
      dataDir = place.dataDir
      whole = `${dataDir}-whole`
      const { address, db, stop } = await place.start({ SECRET: '' })
      const secrets = new Secrets((await readSecret(dataDir))!)
      const { member } = await addPeople(db, { secrets, baseUrl: testOrigin })
      const client = createClient({ baseUrl: address, headers: member.headers })
      await client.call(createItem, { sku: 'X', name: 'X', unit: 'box' })
      const found = await db.pool.query(
        'select relname as name, pg_relation_filepath(oid) as file from pg_class where relname = any($1)',
        [relations],
      )
      for (const { name, file } of found.rows) files[name] = file
      // While nobody calls, what is in the folder is what a killed process would leave.
      if (state === 'kill -9') await copy(dataDir, whole)
      await stop()
      if (state === 'kill -9') await rm(dataDir, { recursive: true })
      else await rename(dataDir, whole)
      await copy(whole, dataDir)
    })
    after(async () => {
      for (const folder of [dataDir, whole]) await rm(folder, { recursive: true })
    })

    /** Starts as the server does, stops, and verifies. Returns whether the start was refused. */
    async function isRefused(): Promise<boolean> {
      const config = readConfig(testSettings({ DATA_DIR: dataDir, SECRET: '' }))
      const image = await imageOf(dataDir)
      try {
        const { db } = await openData(config, { mayCreate: true, mayMigrate: true })
        for (const table of ['users', 'items', 'audit_log'])
          assert.notEqual((await db.pool.query(`select from ${table}`)).rows.length, 0)
        await db.close()
      } catch (error) {
        assert.match(explain(error, config) ?? `${error}`, /aerie restore|Put back|restore it from your copy/)
        if (state === 'a clean stop') assert.deepEqual(await imageOf(dataDir), image)
        return true
      }
      assert.match(await outputOf(verifyCommand, config, {}), /^All \d+ invariants hold/)
      return false
    }

    const recovered: string[] = []
    for (const [kind, name] of [...Object.entries(kinds), ...relations.map((name) => [name, ''] as const)]) {
      for (const [damage, inflict] of Object.entries(damagesAfter[state])) {
        test(`with ${kind} ${damage} is refused, or right`, async () => {
          const file = join('postgres', name || files[kind]!)
          await inflict(join(dataDir, file))
          const refused = await isRefused()
          if (!refused) recovered.push(`${kind} ${damage}`)
          // Where nothing else changed, this is enough.
          const changed = refused && state === 'a clean stop' ? file : '.'
          await rm(join(dataDir, changed), { recursive: true, force: true })
          await copy(join(whole, changed), join(dataDir, changed))
        })
      }
    }

    if (state === 'a clean stop') {
      test('is refused in all cases but these', () =>
        assert.deepEqual(recovered, [
          // Still valid for PostgreSQL: comments, and what is after the end.
          ...['settings truncated', 'settings changed'],
          ...['the control file truncated', 'the control file changed'],
          ...Object.keys(damages).map((damage) => `cached catalogs ${damage}`),
          // It has only zeros.
          'groups of transactions zeroed',
          ...Object.keys(damages).map((damage) => `the manifest ${damage}`),
        ]))
    }
  })
}

// Node's own copying takes ten times as long.
const copy = (from: string, to: string) => promisify(execFile)('cp', ['-pR', from, to])

/** Everything in a folder but its lock. The time of the last change also shows a file that was written with the same content. */
async function imageOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => !name.startsWith('lock')).sort()
  return Promise.all(
    names.map(async (name) => {
      const { mode, size, ctimeNs } = await lstat(join(folder, name), { bigint: true })
      return [name, mode, size, ctimeNs].join(' ')
    }),
  )
}
