// The backups that a running server makes.
import assert from 'node:assert/strict'
import { glob, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import type { Client } from '#client'
import { createClient } from '#client'
import { readConfig } from '#config'
import {
  type Backup,
  createBackup,
  createInvoice,
  createPatient,
  createProject,
  createSource,
  deleteSource,
  erasePatient,
  getInvoicePdf,
  listAuditLog,
  listBackups,
} from '#contract'
import {
  databaseKinds,
  type Installation,
  inTwelveHours,
  newInstallation,
  filesIn as openFilesIn,
  postgres,
  refusal,
  signInHeaders,
  testPassword,
  testSecret,
  until,
} from '#testing'
import { version } from '../../start/version.ts'
import { openInstallation } from '../commands/installation.ts'
import { restoreCommand } from '../commands/restore.ts'
import { verifyCommand } from '../commands/verify.ts'
import { runBackup } from './process/run.ts'
import { verifyBackup } from './verify-backup.ts'

const owner = { OWNER_EMAIL: 'owner@aerie.test', OWNER_PASSWORD: testPassword }
type Node = Awaited<ReturnType<Installation['start']>>

for (const kind of databaseKinds) {
  describe(`backups of a running server, ${kind}`, () => {
    let folder: string
    let to: string
    let installation: Installation
    let node: Node
    let client: Client
    let projectId: string
    const settings = (own: Record<string, string> = {}) => ({
      ...owner,
      BACKUP_TO: to,
      BACKUP_AT: inTwelveHours,
      ...own,
    })

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'aerie-backups-'))
      to = join(folder, 'backups')
      installation = await newInstallation(kind)
      node = await installation.start(settings({ BACKUP_KEEP: '2' }))
      client = await clientOf(node)
      projectId = (await client.call(createProject, { name: 'Backed up' })).id
    })
    after(async () => {
      await installation.remove()
      await rm(folder, { recursive: true })
    })

    const upload = (title: string) =>
      client.call(createSource, { projectId, title, text: `Text of ${title}. `.repeat(100) })
    const finished = (count: number, of = client) =>
      until(
        () => of.call(listBackups),
        ({ data }) => data.length === count && data.every(({ finishedAt }) => finishedAt),
      ).then(({ data }) => data)
    const noneRuns = () =>
      until(
        () => client.call(listBackups),
        ({ data }) => data.length > 0 && data.every(({ finishedAt }) => finishedAt),
      )
    const filesIn = (folder: string) => Array.fromAsync(glob('files/*/*', { cwd: folder }))
    const now = async () => {
      const { id } = await client.call(createBackup)
      const { data } = await until(
        () => client.call(listBackups),
        ({ data }) => Boolean(data.find((row) => row.id === id)?.finishedAt),
      )
      return data.find((row) => row.id === id) as Backup
    }

    test('the first is made at the first start, and verified', async () => {
      const [first] = await finished(1)
      assert.deepEqual([first?.status, first?.error, first?.requestedBy], ['succeeded', null, null])
      assert.ok(first?.verifiedAt && first.startedAt)
      await verifyBackup(join(to, first.name ?? ''), 'read')
      const { schedule } = await client.call(listBackups)
      assert.deepEqual(
        { ...schedule, nextAt: '' },
        { at: inTwelveHours, timeZone: 'UTC', keep: 2, nextAt: '' },
      )
      assert.ok(schedule?.nextAt.endsWith(`T${inTwelveHours}:00.000Z`), schedule?.nextAt)
      assert.equal((await stat(join(to, first.name ?? ''))).mode & 0o777, 0o600)
    })

    test('one on request holds what was confirmed, writes only new files, and is recorded', async () => {
      await upload('The first')
      const second = await now()
      assert.deepEqual([second.status, second.requestedBy?.name], ['succeeded', 'Owner'])
      const before = await filesIn(to)
      assert.ok(before.length > 0)
      const { mtimeMs } = await stat(join(to, before[0]!))
      await upload('The second')
      const third = await now()
      assert.ok(third.bytes! > third.writtenBytes!)
      const files = await filesIn(to)
      assert.equal(files.length, before.length + 1)
      assert.equal((await stat(join(to, before[0]!))).mtimeMs, mtimeMs)
      const { data } = await client.call(listAuditLog, { action: 'backup.create' })
      assert.equal(data.length, 2)
      // Two are kept.
      assert.deepEqual(
        (await readdir(to)).filter((name) => name.endsWith('.tar')).sort(),
        [second.name, third.name].sort(),
      )
      assert.deepEqual(
        (await finished(2)).map(({ name }) => name),
        [third.name, second.name],
      )
    })

    test('old ones are removed with their files, and with none that newer ones need', async () => {
      const { id } = await upload('Removed soon')
      await now()
      const shared = await filesIn(to)
      await client.call(deleteSource, { sourceId: id })
      await now()
      await now()
      const left = await filesIn(to)
      assert.equal(left.length, shared.length - 1)
      for (const { name } of await finished(2)) await verifyBackup(join(to, name ?? ''), 'read')
    })

    test('one that is made under load is restored elsewhere by one command, without who was erased since', async () => {
      const { id: patientId } = await client.call(createPatient, { givenName: 'Billed' })
      const lines = [{ description: 'Treatment', quantity: 1, unitPrice: '10' }]
      const { id: invoiceId } = await client.call(createInvoice, { patientId, lines })
      const pdf = await client.call(getInvoicePdf, { invoiceId: invoiceId! })
      const issued = Buffer.from(await pdf.arrayBuffer())
      let stop = false
      const load = [1, 2, 3].map(async (worker) => {
        for (let n = 0; !stop; n++) {
          const { id } = await upload(`${worker}.${n}`)
          if (n % 2) await client.call(deleteSource, { sourceId: id })
        }
      })
      const made = await now()
      stop = true
      await Promise.all(load)
      assert.equal(made.status, 'succeeded', made.error ?? '')
      await verifyBackup(join(to, made.name ?? ''), 'read')
      await client.call(erasePatient, { patientId, reason: 'Asked' })
      const [noted] = await until(
        () => Array.fromAsync(glob('erasures/*.json', { cwd: to })),
        ({ length }) => length > 0,
      )
      assert.deepEqual(JSON.parse(await readFile(join(to, noted!), 'utf8')).patientIds, [patientId])

      const databaseUrl = kind === 'postgresql' ? await postgres!.createDatabase() : ''
      const config = readConfig({
        SECRET: testSecret,
        DATABASE_URL: databaseUrl,
        DATA_DIR: join(folder, 'elsewhere'),
      })
      assert.match(
        await restoreCommand.runAlone(config, { from: to }),
        new RegExp(`^Restored ${join(to, made.name ?? '')}: `),
      )
      const restored = await openInstallation(config)
      try {
        await verifyCommand.run(restored, { files: 'yes' })
        const { rows } = await restored.db.pool.query('select count(*)::int as backups from backups')
        assert.deepEqual(rows, [{ backups: 0 }])
        const files = await restored.db.pool.query('select document_id, content from issued_files')
        assert.deepEqual(files.rows, [{ document_id: invoiceId, content: issued }])
        const left = await restored.db.pool.query('select from patients')
        const erasures = await restored.db.pool.query('select patient_ids from erasures')
        assert.deepEqual([left.rowCount, erasures.rows], [0, [{ patient_ids: [patientId] }]])
      } finally {
        await restored.db.close()
      }
      if (databaseUrl) await postgres!.dropDatabase(databaseUrl)
    })

    test('nothing is restored to it while it runs', async () => {
      const config = readConfig({
        SECRET: testSecret,
        DATABASE_URL: installation.databaseUrl ?? '',
        DATA_DIR: kind === 'postgresql' ? join(folder, 'other') : installation.dataDir,
      })
      await assert.rejects(restoreCommand.runAlone(config, { from: to }), /^BackupError: Aerie is running /)
    })

    test('a failure is shown, and leaves nothing behind', async () => {
      const { id } = await upload('Lost')
      const { rows } = await node.db.pool.query('select file_key as key from sources where id = $1', [id])
      const path = join(installation.dataDir, 'files', rows[0].key)
      const content = await readFile(path)
      await rm(path)
      const before = await readdir(to)
      const failed = await now()
      assert.equal(failed.status, 'failed')
      assert.match(failed.error ?? '', kind === 'embedded' ? /is missing in / : /are missing in /)
      assert.ok(!failed.error?.includes('\n') && content.length > 0)
      assert.deepEqual(await readdir(to), before)
      assert.deepEqual(
        (await readdir(installation.dataDir)).filter((name) => name === 'backing-up'),
        [],
      )
      await client.call(deleteSource, { sourceId: id })
      assert.equal((await now()).status, 'succeeded')
    })

    if (kind === 'embedded')
      test('one that is stopped while it copies keeps no log', async (t) => {
        await noneRuns()
        const stopping = new AbortController()
        const { pool } = node.db
        const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
        t.mock.method(pool, 'query', async (...args: unknown[]) => {
          const answer = await query(...args)
          if (String(args[0]).includes('pg_backup_start')) stopping.abort()
          return answer
        })
        const { dataDir } = installation
        const { files: filesAddress } = readConfig({ SECRET: testSecret, DATA_DIR: dataDir })
        const task = { databaseUrl: undefined, dataDir, filesAddress, secretIds: [], version, to, keep: 2 }
        const files = openFilesIn(join(dataDir, 'files'))
        const server = { db: node.db, files, signal: stopping.signal, onStep: () => {} }
        await assert.rejects(runBackup(task, server), { name: 'AbortError' })
        const { rows } = await pool.query('select slot_name from pg_replication_slots')
        assert.deepEqual(rows, [])
      })

    if (kind === 'postgresql')
      test('one that loses the database is tried again', async () => {
        const other = new pg.Client(installation.databaseUrl)
        await other.connect()
        const holding = new pg.Client(installation.databaseUrl)
        await holding.connect()
        await holding.query('begin; lock table projects in access exclusive mode')
        const made = now()
        const ofBackup = `datname = current_database() and application_name = 'aerie backup' and wait_event_type = 'Lock'`
        await until(
          () => other.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${ofBackup}`),
          ({ rowCount }) => rowCount === 1,
        )
        await holding.end()
        await other.end()
        assert.deepEqual([(await made).status, (await made).error], ['succeeded', null])
      })

    test('one is made at a time, and none where they are not configured', async () => {
      await client.call(createBackup)
      await refusal(client.call(createBackup), 'backup_running')
      await noneRuns()
      await node.stop()
      node = await installation.start(owner)
      client = await clientOf(node)
      await refusal(client.call(createBackup), 'backups_not_configured')
      assert.equal((await client.call(listBackups)).schedule, null)
    })
  })
}

async function clientOf({ address }: Node): Promise<Client> {
  return createClient({ baseUrl: address, headers: await signInHeaders(address, owner.OWNER_EMAIL) })
}
