// Backups of an installation whose files are in object storage, and their restore.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { verifyBackup } from '#backups'
import { type Client, createClient } from '#client'
import { readConfig } from '#config'
import { createProject, createSource, deleteSource } from '#contract'
import { openStore, readText, writeText } from '#files'
import { newId } from '#platform'
import { type Installation, inTwelveHours, newInstallation, postgres, testInFull, until } from '#testing'
import { type ObjectStorage, startObjectStorage } from '../../platform/files/testing/object-storage.ts'
import { addPeople } from '../../testing/people.ts'
import { testSettings } from '../../testing/settings.ts'
import { backupCommand } from '../commands/backup.ts'
import { openInstallation } from '../commands/installation.ts'
import { restoreCommand } from '../commands/restore.ts'
import { verifyCommand } from '../commands/verify.ts'

describe('backups of files in object storage', { skip: !postgres && 'PostgreSQL is not installed' }, () => {
  let storage: ObjectStorage
  let installation: Installation
  let folder: string
  let address: string
  let member: Client
  let projectId: string
  before(async () => {
    storage = await startObjectStorage()
    folder = await mkdtemp(join(tmpdir(), 'aerie-backup-s3-'))
    installation = await newInstallation('postgresql')
    address = storage.address('production')
    const { db, address: baseUrl } = await installation.start({ FILES: address })
    const people = await addPeople(db)
    member = createClient({ baseUrl, headers: people.member.headers })
    projectId = (await member.call(createProject, { name: 'In a bucket' })).id
    await upload(6_500_000)
    await upload(10)
  })
  after(async () => {
    await installation.remove()
    await storage.stop()
    await rm(folder, { recursive: true })
  })

  const upload = async (bytes: number) => {
    const content = new Uint8Array(bytes).fill(97)
    const source = await member.call(createSource, { projectId, file: new File([content], `${newId()}.txt`) })
    assert.equal(source.sha256, createHash('sha256').update(content).digest('hex'))
    return source
  }
  const settings = (given: Record<string, string>) =>
    testSettings({ DATA_DIR: installation.dataDir, DATABASE_URL: installation.databaseUrl, ...given })

  /** Restores to a new database and checks every file. */
  async function restoresTo(target: Record<string, string>, from: string): Promise<void> {
    const config = readConfig(settings(target))
    await restoreCommand.runAlone(config, { from })
    const restored = await openInstallation(config)
    try {
      assert.match(await verifyCommand.run(restored, { files: 'yes' }), /invariants hold/)
    } finally {
      await restored.db.close()
    }
  }

  test('a single archive is restored to object storage, to a folder, and not over other files', async () => {
    const archive = join(folder, 'single.tar')
    await backupCommand.runAlone(readConfig(settings({ FILES: address })), { to: archive })
    assert.ok(!existsSync(join(installation.dataDir, 'backing-up')))
    const databaseUrl = await postgres!.createDatabase()
    const elsewhere = storage.address('restored')
    const target = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'to-bucket') }
    await assert.rejects(
      restoreCommand.runAlone(readConfig(settings({ ...target, FILES: address })), { from: archive }),
      /already has files\. Set FILES to another prefix\.$/,
    )
    await restoresTo({ ...target, FILES: elsewhere }, archive)
    assert.equal(await readText(await openStore(elsewhere, ''), 'installation'), null)
    await postgres!.dropDatabase(databaseUrl)
    await restoresTo({ DATABASE_URL: '', DATA_DIR: join(folder, 'embedded') }, archive)
  })

  testInFull('a restore that broke off is continued, and another archive is refused there', async () => {
    const archive = join(folder, 'again.tar')
    await backupCommand.runAlone(readConfig(settings({ FILES: address })), { to: archive })
    const databaseUrl = await postgres!.createDatabase()
    const elsewhere = storage.address('broken-off')
    const target = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'broken-off'), FILES: elsewhere }
    let puts = 0
    storage.meddle = ({ method }) => (method === 'PUT' && ++puts > 2 ? 'unavailable' : null)
    await assert.rejects(restoreCommand.runAlone(readConfig(settings(target)), { from: archive }))
    storage.meddle = () => null
    const store = await openStore(elsewhere, '')
    const marker = (await readText(store, 'installation')) ?? ''
    assert.match(marker, /^restoring /)
    await writeText(store, 'installation', 'restoring another\n')
    await assert.rejects(
      restoreCommand.runAlone(readConfig(settings(target)), { from: archive }),
      /already has files/,
    )
    await writeText(store, 'installation', marker)
    await restoresTo(target, archive)
    await postgres!.dropDatabase(databaseUrl)
  })

  testInFull('a running server makes them, and each needs only the files that are new', async () => {
    const to = join(folder, 'scheduled')
    const passing = await upload(20)
    const node = await installation.start({ FILES: address, BACKUP_TO: to, BACKUP_AT: inTwelveHours })
    const archives = await until(
      async () => (await readdir(to).catch(() => [])).filter((name) => name.startsWith('backup-')),
      (found) => found.length > 0,
    )
    await node.stop()
    const archive = join(to, archives[0]!)
    await member.call(deleteSource, { sourceId: passing.id })
    const { end } = await verifyBackup(archive, 'read')
    assert.equal(end.files.count, 3)
    await restoresTo({ DATABASE_URL: '', DATA_DIR: join(folder, 'from-scheduled') }, to)
  })
})
