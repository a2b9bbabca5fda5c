// node scripts/release/build.ts FOLDER: builds everything that a release of this version consists of.
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { sectionOf } from './changelog.ts'
import { buildImage, saveImage } from './image.ts'
import { packCli, packClient } from './npm-packages.ts'
import { run } from './run.ts'
import { packTarball, tarballFolder, timeOfFiles } from './tarball.ts'

const root = dirname(dirname(import.meta.dirname))
const { version } = packageJson

/** Writes the tarball, the image, the npm packages, the release's section of the changelog and checksums to a new folder. */
export async function buildRelease(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const scratch = await mkdtemp(join(tmpdir(), 'aerie-build-'))
  try {
    const tarball = await packTarball(folder)
    await run('tar', ['-xzf', tarball], scratch)
    const at = await timeOfFiles()
    await buildImage(join(scratch, tarballFolder), at)
    await saveImage(join(folder, `${tarballFolder}-linux-x64.oci.tar`), at)
    await packCli(join(scratch, 'cli'), folder)
    await packClient(join(scratch, 'client'), folder)
  } finally {
    await rm(scratch, { recursive: true })
  }
  const changes = sectionOf(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version)
  await writeFile(join(folder, `${tarballFolder}-changes.md`), changes)
  await writeFile(join(folder, 'SHA256SUMS'), await checksums(folder))
}

/** Returns the lines that `sha256sum --check` reads. */
async function checksums(folder: string): Promise<string> {
  const files = (await readdir(folder)).sort()
  const lines = files.map(async (file) => {
    const sum = createHash('sha256').update(await readFile(join(folder, file)))
    return `${sum.digest('hex')}  ${file}\n`
  })
  return (await Promise.all(lines)).join('')
}

if (import.meta.main) await buildRelease(resolve(process.argv[2] ?? 'dist'))
