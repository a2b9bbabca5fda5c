// When the server makes backups by itself, with nodes that stop, are killed, or start simultaneously.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createClient } from '#client'
import { createBackup, listBackups } from '#contract'
import {
  clockShiftedBy,
  type Installation,
  inTwelveHours,
  newInstallation,
  postgres,
  signInHeaders,
  startNodeProcess,
  testInFull,
  testPassword,
  until,
} from '#testing'
import { verifyBackup } from '../verify-backup.ts'

const owner = { OWNER_EMAIL: 'owner@aerie.test', OWNER_PASSWORD: testPassword }
const dayMs = 24 * 60 * 60 * 1000
type Node = Awaited<ReturnType<Installation['start']>>

const clientOf = async (address: string) =>
  createClient({ baseUrl: address, headers: await signInHeaders(address, owner.OWNER_EMAIL) })

describe('scheduled backups', { skip: !postgres && 'needs PostgreSQL' }, () => {
  let folder: string
  let installation: Installation
  let nodes: Node[] = []
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aerie-schedule-'))
    installation = await newInstallation('postgresql')
  })
  after(async () => {
    await installation.remove()
    await rm(folder, { recursive: true })
  })

  const start = async (count = 1) => {
    const settings = { ...owner, BACKUP_TO: join(folder, 'backups'), BACKUP_AT: inTwelveHours }
    nodes = await Promise.all(Array.from({ length: count }, () => installation.start(settings)))
  }
  const stop = async () => void (await Promise.all(nodes.map((node) => node.stop())))
  const list = async () => (await (await clientOf(nodes[0]!.address)).call(listBackups)).data
  const finished = (count: number) =>
    until(list, (data) => data.length >= count && data.every(({ finishedAt }) => finishedAt !== null))
  const shift = (interval: string, where = 'true') =>
    nodes[0]!.db.pool.query(
      `update backups set created_at = created_at - interval '${interval}',
         started_at = started_at - interval '${interval}' where ${where}`,
    )

  test('are made by one of several nodes that start simultaneously', async () => {
    await start(3)
    assert.equal((await finished(1)).length, 1)
    await stop()
  })

  test('are not made at a start before the next is due', async () => {
    await start(2)
    const { rows } = await nodes[0]!.db.pool.query(
      `select count(*)::int as jobs from pgboss.job where name = 'backups.create'`,
    )
    assert.equal((await list()).length, 1)
    assert.deepEqual(rows, [{ jobs: 1 }])
  })

  test('are made up for at the start if they were missed', async () => {
    await shift('25 hours')
    await stop()
    await start(3)
    const data = await finished(2)
    assert.deepEqual(
      data.map(({ status }) => status),
      ['succeeded', 'succeeded'],
    )
  })

  test('are repeated an hour after a failure', async () => {
    await nodes[0]!.db.pool.query(
      `insert into backups (id, status, created_at, finished_at, error)
       values (gen_random_uuid(), 'failed', now() - interval '20 minutes', now(), 'The disk was full.')`,
    )
    await shift('25 hours', `status = 'succeeded'`)
    await stop()
    await start()
    assert.equal((await finished(3)).length, 3)
    await shift('1 hour', `status = 'failed'`)
    await stop()
    await start()
    assert.equal((await finished(4)).length, 4)
  })

  testInFull('are kept by age even if the clock of the node is wrong', async () => {
    await stop()
    const settings = { ...owner, DATA_DIR: installation.dataDir, DATABASE_URL: installation.databaseUrl! }
    const backups = { BACKUP_TO: join(folder, 'backups'), BACKUP_AT: inTwelveHours, BACKUP_KEEP: '1' }
    const node = await startNodeProcess({ ...settings, ...backups, ...clockShiftedBy(-3 * dayMs) })
    try {
      const client = await clientOf(node.url)
      const { id } = await client.call(createBackup)
      const made = await until(
        async () => (await client.call(listBackups)).data.find((backup) => backup.id === id),
        (backup) => backup === undefined || backup.finishedAt !== null,
      )
      assert.equal(made?.status, 'succeeded')
      await verifyBackup(join(folder, 'backups', made?.name ?? ''), 'read')
    } finally {
      await node.remove()
    }
  })
})

testInFull('a backup whose server is killed or stopped is made after the next start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'aerie-killed-'))
  const to = join(folder, 'backups')
  const settings = { ...owner, DATA_DIR: join(folder, 'data'), BACKUP_TO: to, BACKUP_AT: inTwelveHours }
  let node = await startNodeProcess(settings)
  try {
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const client = await clientOf(node.url)
      const open = async () =>
        (await client.call(listBackups)).data.filter(({ finishedAt }) => finishedAt === null)
      await until(open, (data) => data.length === 0)
      const { id } = await client.call(createBackup)
      // In the middle of something.
      await until(open, ([backup]) => backup?.status === 'running' && backup.step !== null)
      await node.end(signal)
      node = await startNodeProcess(settings)
      const restarted = await clientOf(node.url)
      const made = await until(
        async () => (await restarted.call(listBackups)).data.find((backup) => backup.id === id),
        (backup) => Boolean(backup?.finishedAt),
      )
      assert.equal(made?.status, 'succeeded', made?.error ?? '')
      await verifyBackup(join(to, made?.name ?? ''), 'read')
      await until(
        async () => existsSync(join(folder, 'data/backing-up')),
        (left) => !left,
      )
    }
  } finally {
    await node.remove()
    await rm(folder, { recursive: true })
  }
})
