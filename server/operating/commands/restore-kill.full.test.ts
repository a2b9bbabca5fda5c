// A restore that is killed continues when it is run again, at whatever moment that was.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { glob, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { makeBackup } from '#backups'
import { readConfig } from '#config'
import { createProject, createSource } from '#contract'
import { filesIn, onPostgres, postgres, type TestApp, testSecret, testSecrets } from '#testing'
import { version } from '../../start/version.ts'
import { startAerie } from '../../testing/program.ts'
import { random } from '../../testing/random.ts'
import { openInstallation } from './installation.ts'
import { verifyCommand } from './verify.ts'

type Target = Pick<TestApp, 'databaseUrl' | 'dataDir'>

onPostgres('a restore', (app) => {
  let folder: string
  let archive: string
  let files: number
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aerie-restore-'))
    archive = join(folder, 'backup.tar')
    const { id: projectId } = await app().as('member').call(createProject, { name: 'Restored' })
    for (const title of ['One', 'Another'])
      await app()
        .as('member')
        .call(createSource, { projectId, title, text: `Text of ${title}` })
    const { db, dataDir } = app()
    const origin = {
      db,
      files: filesIn(join(dataDir, 'files')),
      held: join(dataDir, 'held'),
      secretIds: testSecrets.ids,
      version,
    }
    files = (await makeBackup(origin, { path: archive })).files.count
  })
  after(() => rm(folder, { recursive: true }))

  const targets = {
    embedded: async (name: string) => ({ databaseUrl: '', dataDir: join(folder, name) }),
    PostgreSQL: async (name: string) => ({
      databaseUrl: await postgres!.createDatabase(),
      dataDir: join(folder, name),
    }),
  }

  test('killed before each rename and removal continues, PostgreSQL', () =>
    killedAtEachStep(targets.PostgreSQL))

  // Loading takes seconds, in which the random moments are, and the steps that follow take milliseconds.
  test('killed before each rename and removal once all is loaded continues, embedded', async () => {
    const loaded = await targets.embedded('loaded')
    await restore(loaded, { KILL_AT: '2', COUNT_FROM: 'ready.new' }).ended
    await killedAtEachStep(async (name) => {
      const to = await targets.embedded(name)
      await promisify(execFile)('cp', ['-R', loaded.dataDir, to.dataDir])
      return to
    })
  })

  async function killedAtEachStep(target: (name: string) => Promise<Target>): Promise<void> {
    for (let step = 1; ; step++) {
      const to = await target(`step-${step}`)
      const { signal } = await restore(to, { KILL_AT: String(step), COUNT_FROM: '' }).ended
      await completes(to)
      assert.ok(step < 50)
      if (signal !== 'SIGKILL') return assert.ok(step > 4, `${step - 1} steps`)
    }
  }

  for (const [kind, target] of Object.entries(targets)) {
    test(`killed at random moments continues, ${kind}`, async () => {
      const first = await target(`${kind}-first`)
      const since = performance.now()
      await restore(first).ended
      const takesMs = performance.now() - since
      await completes(first)
      const next = random(13)
      for (let kills = 0, round = 1; kills < 10; round++) {
        const to = await target(`${kind}-random-${round}`)
        for (let n = 0; n < 5; n++) {
          const { process, ended } = restore(to)
          const timer = setTimeout(() => process.kill('SIGKILL'), next() * takesMs)
          const { signal } = await ended
          clearTimeout(timer)
          if (!signal) break
          kills++
        }
        await completes(to)
      }
    })
  }

  /** Runs it to the end, and checks that everything is there. */
  async function completes(to: Target): Promise<void> {
    const { code, stderr } = await restore(to).ended
    assert.equal(code, 0, stderr)
    const installation = await openInstallation(configOf(to))
    try {
      await verifyCommand.run(installation, { files: 'yes' })
    } finally {
      await installation.db.close()
    }
    const found = await Array.fromAsync(glob('*/*', { cwd: join(to.dataDir, 'files') }))
    assert.equal(found.length, files)
    await rm(to.dataDir, { recursive: true })
    if (to.databaseUrl) await postgres!.dropDatabase(to.databaseUrl)
  }

  function restore({ databaseUrl = '', dataDir }: Target, kill?: { KILL_AT: string; COUNT_FROM: string }) {
    return startAerie(['restore', '--from', archive], {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      ...(kill && {
        NODE_OPTIONS: `--import="${join(import.meta.dirname, 'testing/kill-at-step.ts')}"`,
        ...kill,
      }),
    })
  }
})

const configOf = ({ databaseUrl, dataDir }: Target) =>
  readConfig({ SECRET: testSecret, DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
