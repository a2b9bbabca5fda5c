// Makes a clone ready for the other scripts: installs what package-lock.json says and builds the web app,
// each only when what it is made of changed. Runs before the scripts of package.json (`prestart`, `pretest`,
// ...) and not inside them, because a shell that has once found `node` does not look again. Plain JavaScript
// for any Node >= 20, with nothing installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const installStamp = join(root, 'node_modules', '.aerie-install')
const pinnedNode = join(root, 'node_modules', '.bin', 'node')
const webDist = join(root, 'web', 'dist')
const buildStamp = join(webDist, '.stamp')
const lock = join(root, '.cache', 'setup.lock')
const lockIsStaleAfter = 20_000

/** A failure that is told in a sentence, without a stack. */
class Refusal extends Error {}

const children = new Set()
process.on('exit', () => {
  for (const child of children) child.kill()
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))

try {
  await main()
} catch (error) {
  say(error instanceof Refusal ? error.message : error.stack)
  process.exit(1)
}

async function main() {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    throw new Refusal(
      `Aerie needs Node 20 or newer to set itself up; this is ${process.version} (${process.execPath}).`,
    )
  }
  if (!toInstall() && !toBuild()) return checkNode()
  await holdingTheLock(async () => {
    // Whoever held the lock before may have done the work, so both questions are asked again.
    const lockFile = toInstall()
    if (lockFile) await install(lockFile)
    checkNode()
    const sources = toBuild()
    if (sources) await build(sources)
  })
}

/** What the stamp will hold after installing; null when it holds that already. */
function toInstall() {
  const wanted = `${hash(readFileSync(join(root, 'package-lock.json')))} ${process.platform}-${process.arch}\n`
  return read(installStamp) === wanted ? null : wanted
}

async function install(stamp) {
  const done = step('Installing the packages that package-lock.json names')
  const [command, ...args] = npm()
  await run(
    command,
    // Each of these can come from a person's .npmrc or from the npm that runs us, and would leave something
    // out.
    [...args, 'ci', '--include=dev', '--include=optional', '--engine-strict=false', '--no-progress'],
    { ...outsideEnvironment(), NODE_ENV: 'development' },
  )
  await linkPinnedNode()
  writeFileSync(installStamp, stamp)
  done()
}

/**
 * The npm that runs us where there is one, with the Node that it runs on: both are outside of node_modules.
 */
function npm() {
  const { npm_execpath: cli = '', npm_node_execpath: node = '' } = process.env
  if (cli.endsWith('npm-cli.js') && node && !isInside(node)) return [node, cli]
  return ['npm']
}

/**
 * The environment without what an outer `npm start` adds to it: its options, and node_modules/.bin in PATH.
 */
function outsideEnvironment() {
  const kept = /^npm_config_(cache|registry|userconfig|globalconfig|prefix|cafile|ca|strict_ssl|.*proxy)$/i
  const env = {}
  for (const [name, value] of Object.entries(process.env)) {
    if (!/^npm_/i.test(name) || kept.test(name)) env[name] = value
  }
  env.PATH = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !isInside(folder))
    .join(delimiter)
  return env
}

function isInside(path) {
  return path.startsWith(join(root, 'node_modules') + sep)
}

/**
 * Puts the pinned Node where npm scripts look first. npm 10 leaves it unlinked, because the packages for both
 * processors bring the same command. Where it does not start (it is built for glibc, so not on Alpine or
 * NixOS) the link goes, and the machine's own Node is found.
 */
async function linkPinnedNode() {
  const binary = join('..', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (!existsSync(join(dirname(pinnedNode), binary))) return
  if (!existsSync(pinnedNode)) symlinkSync(binary, pinnedNode)
  await run(pinnedNode, ['--version'], process.env).catch(() => rmSync(pinnedNode))
}

/** Refuses when the Node that scripts will find in PATH is older than 24. */
function checkNode() {
  if (existsSync(pinnedNode) || Number.parseInt(process.versions.node, 10) >= 24) return
  throw new Refusal(
    `Aerie runs on Node 24 or newer. It brings its own on Linux with glibc (x64 and arm64); on this machine ` +
      `(${process.platform}, ${process.arch}) it has to be installed, and ${process.execPath} is ${process.version}.`,
  )
}

/**
 * What the stamp will hold after building; null when it holds that already, or when there is nothing to
 * build.
 */
function toBuild() {
  if (!existsSync(join(root, 'web'))) return null
  const sum = createHash('sha256')
  for (const path of ['web', 'contract', 'client', 'tsconfig.json', 'package.json', 'package-lock.json']) {
    for (const file of filesOf(join(root, path))) {
      sum.update(`${file.slice(root.length)}\0${hash(readFileSync(file))}\0`)
    }
  }
  const wanted = `${sum.digest('hex')}\n`
  return read(buildStamp) === wanted ? null : wanted
}

async function build(stamp) {
  const done = step('Building the web app')
  rmSync(buildStamp, { force: true })
  await run(
    existsSync(pinnedNode) ? pinnedNode : process.execPath,
    [
      join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
      'build',
      'web',
      ...['--config', 'web/vite.config.ts', '--outDir', 'dist', '--emptyOutDir', '--logLevel', 'warn'],
    ],
    { ...process.env, NODE_ENV: 'production' },
  )
  writeFileSync(buildStamp, stamp)
  done()
}

/** Every file below a path, in a stable order, without what is built and without tests. */
function filesOf(path) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats || path === webDist || path.endsWith(`${sep}node_modules`)) return []
  if (stats.isDirectory()) {
    return readdirSync(path)
      .sort()
      .flatMap((name) => filesOf(join(path, name)))
  }
  return /\.test\.tsx?$/.test(path) ? [] : [path]
}

/** Runs a command and keeps its output to itself unless it fails. */
function run(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    children.add(child)
    const output = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    child.on('error', (error) => reject(new Refusal(`${command} could not be run: ${error.message}`)))
    child.on('close', (code, signal) => {
      children.delete(child)
      if (code === 0) return resolve()
      const said = Buffer.concat(output).toString().trimEnd()
      reject(
        new Refusal(`${said}\n\nFailed (${signal ?? `exit code ${code}`}): ${[command, ...args].join(' ')}`),
      )
    })
  })
}

/**
 * One set-up at a time. The holder touches the lock every second, so one that was killed is recognised by its
 * age, also from another container where its process id would mean nothing.
 */
async function holdingTheLock(work) {
  mkdirSync(dirname(lock), { recursive: true })
  for (let told = false; !taken(); ) {
    if (!told) say('Another set-up is at work in this folder; waiting for it.')
    told = true
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  const release = () => rmSync(lock, { recursive: true, force: true })
  process.on('exit', release)
  const alive = setInterval(() => utimesSync(lock, new Date(), new Date()), 1000)
  try {
    await work()
  } finally {
    clearInterval(alive)
    release()
    process.off('exit', release)
  }
}

function taken() {
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const held = statSync(lock, { throwIfNoEntry: false })
  if (held && Date.now() - held.mtimeMs > lockIsStaleAfter) {
    const aside = `${lock}.${process.pid}`
    try {
      renameSync(lock, aside)
    } catch {
      return false
    }
    rmSync(aside, { recursive: true, force: true })
    return taken()
  }
  return false
}

function step(what) {
  const begun = Date.now()
  say(`${what} ...`)
  return () => say(`${what}: done in ${((Date.now() - begun) / 1000).toFixed(1)} s.`)
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function hash(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Standard error, so that what a command prints on standard output stays its own. */
function say(text) {
  console.error(text)
}
