// Prepares a clone: installs what package-lock.json lists, compresses large files of packages, creates the template of new
// embedded databases and bundles the web app and the server, unless called with --without=web,server or one of them.
// Each step is skipped when nothing changed. Each npm script runs it and then `hash -r`, because a shell
// that has once found `node` does not look for it again. Plain JavaScript without dependencies, because any Node must be able to run it.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const pinnedNode = join(modules, '.bin', 'node')
const pinnedBinary = join('..', `node-${process.platform}-${process.arch}`, 'bin', 'node')
const lock = join(root, '.cache', 'setup.lock')
const lockIsStaleAfterMs = 20_000
/**
 * How often one who waits finds it unchanged, too, before it is stale. On a machine with little CPU time, or one that slept, its
 * holder is late as well.
 */
const unchangedLooks = 10

/** What is built from sources. The stamp holds the hash of the sources that the output was built from. */
const compressed = {
  name: 'Compressing large files',
  stamp: join(root, '.cache', 'compressed.stamp'),
  output: join(root, 'server', 'platform', 'database', 'generated', 'pglite.wasm.br'),
  sources: () => ['scripts/compress.ts', 'package-lock.json'].map((name) => join(root, name)),
  command: ['scripts/compress.ts'],
}
const template = {
  name: 'Creating an empty database',
  stamp: join(root, '.cache', 'new-database.stamp'),
  output: join(root, 'server', 'platform', 'database', 'generated', 'new-database.zip'),
  sources: () => [
    ...filesIn('server/platform/database').filter((path) => /embedded[^/]*\.ts$/.test(path)),
    join(root, 'package-lock.json'),
  ],
  command: ['server/platform/database/embedded-new.ts'],
}
const pages = bundleOf('web', 'Building the web app', [])
const server = bundleOf('server', 'Bundling the server', ['engines', 'cli'])
const leftOut = /^--without=(.+)$/.exec(process.argv[2] ?? '')?.[1]?.split(',') ?? []
const bundles = Object.entries({ web: pages, server }).flatMap(([name, bundle]) =>
  leftOut.includes(name) ? [] : [bundle],
)
const builds = [compressed, template, ...bundles]

/** A failure whose message says enough without a stack. */
class SetUpError extends Error {}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stopping.abort())

try {
  if (!isInstalled() || !isLinked() || !builds.every(isBuilt)) await withLock(prepare)
  // `./aerie` would run it instead of the changed sources.
  if (leftOut.includes('server') && !isBuilt(server)) rmSync(server.output, { recursive: true, force: true })
  if (!existsSync(pinnedNode) && Number.parseInt(process.versions.node, 10) < 24) {
    throw new SetUpError(
      `Aerie runs on Node 24 or newer, and brings it for Linux with glibc (x64, arm64). Install it on this machine ` +
        `(${process.platform}, ${process.arch}): ${process.execPath} is ${process.version}.`,
    )
  }
} catch (error) {
  if (stopping.signal.aborted) log('Interrupted.')
  else log(error instanceof SetUpError ? error.message : error.stack)
  process.exitCode = 1
}

async function prepare() {
  // Another process may have done the work while this one waited for the lock.
  if (!isInstalled()) await step('Installing packages', install)
  if (!isLinked()) await linkPinnedNode()
  for (const wanted of builds) if (!isBuilt(wanted)) await step(wanted.name, () => build(wanted))
}

/**
 * Returns whether node_modules holds what package-lock.json lists. npm records what it installed in a lock file of its
 * own there, which `npm ci` removes first and writes last, so an interrupted installation has none.
 */
function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(join(modules, '.package-lock.json'))
  const needed = Object.keys(wanted).filter((path) => isForThisMachine(wanted[path]))
  return [...needed, ...Object.keys(installed)].every((path) => {
    const [one, other] = [wanted[path] ?? {}, installed[path] ?? {}]
    const isSame = one.version === other.version && one.integrity === other.integrity
    return isSame && existsSync(join(root, path, 'package.json'))
  })
}

function readPackages(path) {
  if (!existsSync(path)) return {}
  const { '': _root, ...packages } = JSON.parse(readFileSync(path, 'utf8')).packages
  return packages
}

/** Optional packages name the platforms they are for. Which C library this one has is left to npm. */
function isForThisMachine({ optional, os, cpu, libc }) {
  const names = (list, name) => [list ?? []].flat().includes(name)
  return !optional || (names(os, process.platform) && names(cpu, process.arch) && !libc)
}

async function install() {
  // The npm outside node_modules: npm scripts put node_modules/.bin first in PATH, and npm empties that folder. The
  // options overrule NODE_ENV and .npmrc, which could leave packages out.
  const outside = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(modules + sep))
  await run('npm', ['ci', '--include=dev', '--include=optional', '--engine-strict=false', '--no-progress'], {
    PATH: outside.join(delimiter),
  })
}

function isLinked() {
  return existsSync(pinnedNode) || !existsSync(join(modules, '.bin', pinnedBinary))
}

/**
 * Links the pinned Node where npm scripts look first. npm 10 does not, because the packages for both processors bring
 * the same command. It is built for glibc: where it does not start (Alpine, NixOS), the machine's own Node is used.
 */
async function linkPinnedNode() {
  symlinkSync(pinnedBinary, pinnedNode)
  await run(pinnedNode, ['--version']).catch(() => rmSync(pinnedNode))
}

/** A folder that Vite bundles with its own config. @param others folders that it needs besides contract and client */
function bundleOf(folder, name, others) {
  const output = join(root, folder, 'dist')
  const config = `${folder}/vite.config.ts`
  return {
    name,
    stamp: join(output, '.stamp'),
    output,
    sources: () => [
      ...[folder, 'contract', 'client', ...others].flatMap(filesIn),
      ...['tsconfig.json', 'package.json', 'package-lock.json'].map((name) => join(root, name)),
    ],
    command: [
      join(modules, 'vite', 'bin', 'vite.js'),
      ...['build', folder, '--config', config, '--outDir', 'dist', '--emptyOutDir', '--logLevel', 'warn'],
    ],
  }
}

function isBuilt({ output, stamp, sources }) {
  return existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(sources())
}

async function build({ command, stamp, sources }) {
  const hash = hashOf(sources())
  rmSync(stamp, { force: true })
  const node = existsSync(pinnedNode) ? pinnedNode : process.execPath
  await run(node, command, { NODE_ENV: 'production' })
  writeFileSync(stamp, hash)
}

function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => !/[/\\](dist|generated)[/\\]/.test(path))
    .sort()
}

function hashOf(files) {
  const sum = createHash('sha256')
  for (const path of files) {
    sum
      .update(`${path.slice(root.length)}\0`)
      .update(readFileSync(path))
      .update('\0')
  }
  return sum.digest('hex')
}

/** Runs a command; its output is shown only if it fails. */
async function run(command, args, env = {}) {
  const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 2 ** 26, signal: stopping.signal }
  await promisify(execFile)(command, args, options).catch(({ message, stdout = '', stderr = '' }) => {
    throw new SetUpError(`${stdout}${stderr}${message.split('\n')[0]}`)
  })
}

/**
 * Lets one setup run at a time. The holder touches the lock every second: one that was killed is recognized by age,
 * also from another container, where its process id would mean nothing.
 */
async function withLock(work) {
  mkdirSync(dirname(lock), { recursive: true })
  const seen = { touched: 0, looks: 0 }
  for (let isFirst = true; !takeLock(seen); isFirst = false) {
    if (isFirst) log('Another setup is running in this folder; waiting for it.')
    await wait(300, undefined, { signal: stopping.signal })
  }
  const heartbeat = setInterval(() => utimesSync(lock, new Date(), new Date()), 1000)
  await work().finally(() => {
    clearInterval(heartbeat)
    rmSync(lock, { force: true })
  })
}

/** @param seen when the lock was touched last, and how often this process found it so */
function takeLock(seen) {
  const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0
  seen.looks = touched === seen.touched ? seen.looks + 1 : 0
  seen.touched = touched
  const isUnchanged = seen.looks >= unchangedLooks && Date.now() - touched > lockIsStaleAfterMs
  if (touched && isUnchanged) rmSync(lock, { force: true })
  try {
    writeFileSync(lock, '', { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

async function step(name, work) {
  const start = Date.now()
  log(`${name} ...`)
  await work()
  log(`${name}: done in ${((Date.now() - start) / 1000).toFixed(1)} s.`)
}

/** Writes to standard error, because standard output belongs to the command that follows. */
function log(text) {
  console.error(text)
}
