import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cached } from './cached.ts'
import { prepare } from './cluster.ts'

/** What the files of an empty database depend on: the migrations, the libraries, how it is opened and prepared. */
const sources = [
  'server/migrations/*.sql',
  'server/platform/database/{embedded,folder}*.ts',
  'server/testing/cluster.ts',
  'package-lock.json',
]

/**
 * A new data folder, with a migrated, empty embedded database in it unless there is a `databaseUrl`. Making one takes
 * seconds and copying one moments.
 */
export async function newDataDir(databaseUrl?: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aerie-test-'))
  if (databaseUrl) return dataDir
  const template = await cached('embedded', sources, (folder) => prepare({ url: undefined, dataDir: folder }))
  // Node's own copying takes many times as long for these more than a thousand files.
  await promisify(execFile)('cp', ['-pR', `${template}/.`, dataDir])
  return dataDir
}
