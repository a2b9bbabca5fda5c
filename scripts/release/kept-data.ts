// The data folders of released versions, from which upgrades are tested: e2e/releases/VERSION.tar.zst. Run, this adds that
// of this version.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '#client'
import { createApiKey, updateSecuritySettings } from '#contract'
import { openDatabase } from '#database'
import packageJson from '../../package.json' with { type: 'json' }
import { startNodeProcess } from '../../server/testing/node-process.ts'
import { signInHeaders } from '../../server/testing/people.ts'
import { password, people } from '../demo/people.ts'
import { pack, unpack } from './archive.ts'
import { timeOfFiles } from './tarball.ts'
import { type Totals, totalsOf } from './totals.ts'

const root = dirname(dirname(import.meta.dirname))
const releases = join(root, 'e2e/releases')

/** The owner's account in every kept data folder. */
export const keptOwner = { email: people.clara.email, password }

export interface Kept {
  dataDir: string
  /** An API key of the owner. */
  token: string
  totals: Totals
}

export const keptVersions = async (): Promise<string[]> =>
  (await readdir(releases)).map((file) => file.replace('.tar.zst', ''))

/** Unpacks the data folder of a version in an empty folder. */
export async function unpackKept(version: string, folder: string): Promise<Kept> {
  await unpack(join(releases, `${version}.tar.zst`), folder)
  return { dataDir: join(folder, 'data'), ...JSON.parse(await readFile(join(folder, 'kept.json'), 'utf8')) }
}

/** Lets this version create the demo clinic, and keeps its data folder. */
export async function keepData(at: Date): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'aerie-kept-'))
  try {
    const dataDir = join(folder, 'data')
    await mkdir(dataDir, { mode: 0o700 })
    await playDemo(root, 'scripts/demo/clock.ts', 'scripts/demo/make.ts', dataDir)
    const node = await startNodeProcess({ DATA_DIR: dataDir, SECRET: '' })
    const headers = await signInHeaders(node.url, keptOwner.email, keptOwner.password)
    const owner = createClient({ baseUrl: node.url, headers })
    // The clinic's keys expire within a year.
    await owner.call(updateSecuritySettings, { maxKeyLifetimeDays: null })
    const { token } = await owner.call(createApiKey, { name: 'Kept' })
    const totals = await totalsOf(createClient({ baseUrl: node.url, apiKey: token }))
    await node.end('SIGTERM')
    await removeOldLog(dataDir)
    await writeFile(join(folder, 'kept.json'), JSON.stringify({ token, totals }))
    await mkdir(releases, { recursive: true })
    await pack(folder, ['data', 'kept.json'], join(releases, `${packageJson.version}.tar.zst`), at)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Creates the demo clinic in an empty data folder with the Node and two programs in another folder. */
export async function playDemo(
  installation: string,
  clock: string,
  make: string,
  dataDir: string,
): Promise<void> {
  await promisify(execFile)(join(installation, 'node_modules/.bin/node'), ['--import', `./${clock}`, make], {
    cwd: installation,
    env: { DATA_DIR: dataDir, BASE_URL: 'http://127.0.0.1:3000' },
  })
}

/** Removes all of the write-ahead log but what follows the last checkpoint. The rest is half of the folder. */
async function removeOldLog(dataDir: string): Promise<void> {
  const db = await openDatabase({ url: undefined, dataDir, poolSize: 2 })
  // The checkpoint is then the first of a new file. Later files are old ones, to be used again.
  await db.pool.query('select pg_switch_wal()')
  await db.pool.query('checkpoint')
  const { rows } = await db.pool.query(
    `select pg_walfile_name(redo_lsn) as first, pg_walfile_name(pg_current_wal_lsn()) as last
     from pg_control_checkpoint()`,
  )
  await db.close()
  const log = join(dataDir, 'postgres/pg_wal')
  for (const file of await readdir(log)) {
    const isUsed = rows[0].first <= file && file <= rows[0].last
    if (/^[0-9A-F]{24}$/.test(file) && !isUsed) await rm(join(log, file))
  }
}

if (import.meta.main) await keepData(await timeOfFiles())
