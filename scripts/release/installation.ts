import { existsSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { copyProductionPackages } from './production-packages.ts'
import { run } from './run.ts'

const root = dirname(dirname(import.meta.dirname))

/** What only developers need, such as tools, tests and the sources of the pages. The rest is part of an installation. */
const forDevelopers =
  /^(bench|e2e|scripts|web(?!\/dist\/))\/|\.test\.tsx?$|\/testing\/|(^|\/)\.[^/]+|^docs\/images\/|^(biome|openapi|tsconfig|package-lock)\.json$/

/**
 * Fills a folder with an installation that only has to be started: sources, built pages, other generated files,
 * production packages and Node.
 */
export async function createInstallation(folder: string): Promise<void> {
  await run(process.execPath, ['scripts/setup.mjs'], root)
  const files = [...(await trackedFiles()), ...(await generatedFiles())]
  for (const path of files.filter((one) => !forDevelopers.test(one))) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(join(root, path), join(folder, path))
  }
  await copyProductionPackages(folder)
  const { name, version, license, type, engines, imports, dependencies } = packageJson
  const manifest = { name, version, private: true, license, type, engines, imports, dependencies }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** The tree as it is, which is the tracked one in a release. */
const trackedFiles = async (): Promise<string[]> =>
  (await list('--cached', '--others', '--exclude-standard')).filter((path) => existsSync(join(root, path)))

/** Files that set-up generates next to the code. Git ignores them. */
const generatedFiles = async (): Promise<string[]> =>
  (
    await list(
      '--others',
      '--ignored',
      '--exclude-standard',
      '--',
      'contract',
      'server',
      'client',
      'cli',
      'web/dist',
    )
  ).filter((path) => !path.endsWith('.log'))

async function list(...options: string[]): Promise<string[]> {
  return (await run('git', ['ls-files', '-z', ...options], root)).split('\0').filter(Boolean)
}
