import { existsSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { copyPackages } from './packages.ts'
import { run } from './run.ts'

const root = dirname(dirname(import.meta.dirname))

/** What only developers need, such as tools, and sources, which are bundled. The rest is part of an installation. */
const forDevelopers =
  /^(bench|e2e|scripts|web(?!\/dist\/))\/|\.tsx?$|\/testing\/|(^|\/)\.[^/]+|^docs\/images\/|^(biome|openapi|package-lock)\.json$|(^|\/)tsconfig[^/]*\.json$/

/** Fills a folder with an installation that only has to be started: bundles, the files that they read, some packages and Node. */
export async function createInstallation(folder: string): Promise<void> {
  await run(process.execPath, ['scripts/setup.mjs'], root)
  const files = [...(await trackedFiles()), ...(await generatedFiles())]
  for (const path of files.filter((one) => !forDevelopers.test(one))) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(join(root, path), join(folder, path))
  }
  await copyPackages(folder)
  const { name, version, license, type, engines } = packageJson
  const manifest = { name, version, private: true, license, type, engines }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** The tree as it is, which is the tracked one in a release. */
const trackedFiles = async (): Promise<string[]> =>
  (await list('--cached', '--others', '--exclude-standard')).filter((path) => existsSync(join(root, path)))

/** Files that set-up generates. Git ignores them. */
const generatedFiles = async (): Promise<string[]> =>
  (await list('--others', '--ignored', '--exclude-standard', '--', 'engines', 'server', 'web/dist')).filter(
    (path) => !path.endsWith('.log'),
  )

async function list(...options: string[]): Promise<string[]> {
  return (await run('git', ['ls-files', '-z', ...options], root)).split('\0').filter(Boolean)
}
