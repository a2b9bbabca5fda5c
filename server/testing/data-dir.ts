import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { prepare } from './cluster.ts'

const root = join(import.meta.dirname, '../..')

/**
 * A new data folder, with a migrated, empty embedded database in it unless there is a `databaseUrl`. Making one takes
 * seconds and copying one moments, so it is made once for each schema and kept in `.cache`.
 */
export async function newDataDir(databaseUrl?: string): Promise<string> {
  if (databaseUrl) return mkdtemp(join(tmpdir(), 'aerie-test-'))
  const template = join(root, '.cache', `embedded-${await schemaHash()}`)
  if (!existsSync(template)) await makeTemplate(template)
  const dataDir = await mkdtemp(join(tmpdir(), 'aerie-test-'))
  // Node's own copying takes many times as long for these more than a thousand files.
  await promisify(execFile)('cp', ['-R', `${template}/.`, dataDir])
  return dataDir
}

/** Made beside and renamed, so that test files which begin together never see half of one. */
async function makeTemplate(template: string): Promise<void> {
  await mkdir(join(root, '.cache'), { recursive: true })
  const dataDir = await mkdtemp(join(root, '.cache', 'making-'))
  await prepare({ url: undefined, dataDir })
  await rename(dataDir, template).catch(() => rm(dataDir, { recursive: true }))
}

/** Of everything that an empty database's files depend on: the migrations, the libraries, how it is opened. */
async function schemaHash(): Promise<string> {
  const files = await Array.fromAsync(
    glob(['server/migrations/*.sql', 'server/platform/database/embedded*.ts', 'package-lock.json'], {
      cwd: root,
    }),
  )
  const sum = createHash('sha256')
  for (const file of files.sort()) sum.update(await readFile(join(root, file)))
  return sum.digest('hex').slice(0, 16)
}
