import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { pack } from './archive.ts'
import { dateOf } from './changelog.ts'
import { createInstallation } from './installation.ts'
import { run } from './run.ts'

const root = dirname(dirname(import.meta.dirname))

/** The folder that the tarball contains. */
export const tarballFolder = `aerie-${packageJson.version}`

/** Packs an installation of this version in a folder. Returns the path of the tarball. */
export async function packTarball(folder: string): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'aerie-tarball-'))
  try {
    await createInstallation(join(scratch, tarballFolder))
    const file = join(folder, `${tarballFolder}-linux-x64.tar.gz`)
    await pack(scratch, [tarballFolder], file, await timeOfFiles())
    return file
  } finally {
    await rm(scratch, { recursive: true })
  }
}

/** The date of the release, so that packing it again gives the same file; before a release, that of the last commit. */
export async function timeOfFiles(): Promise<Date> {
  const date = dateOf(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), packageJson.version)
  return new Date(date ?? (await run('git', ['log', '-1', '--format=%cI'], root)).trim())
}
