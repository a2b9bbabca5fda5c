import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  appendFile,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { promisify } from 'node:util'

const here = `node-${process.platform}-${process.arch}`
const packages: Record<string, object> = {
  'node_modules/zod': { version: '4.0.0', integrity: 'sha512-zod' },
  'node_modules/vite': { version: '8.0.0', integrity: 'sha512-vite', dev: true },
  [`node_modules/${here}`]: { version: '24.0.0', optional: true, os: process.platform, cpu: process.arch },
}
const elsewhere = {
  'node_modules/for-plan9': { version: '1.0.0', optional: true, os: ['plan9'], cpu: [process.arch] },
  'node_modules/of-for-plan9': { version: '1.0.0', optional: true },
  'node_modules/for-some-libc': {
    version: '1.0.0',
    optional: true,
    os: [process.platform],
    cpu: [process.arch],
    libc: ['none'],
  },
}

const generated = 'server/platform/database/generated'
/** What the programs that setup runs create. */
const builds = {
  'scripts/compress.ts': `${generated}/pglite.wasm.br`,
  'server/platform/database/embedded-new.ts': `${generated}/new-database.zip`,
}

let root: string
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'aerie-setup-')))
  await cp(join(import.meta.dirname, 'setup.mjs'), join(root, 'scripts/setup.mjs'))
  await writeJson('package-lock.json', { packages: { '': {}, ...packages, ...elsewhere } })
  await mkdir(join(root, generated), { recursive: true })
  for (const [program, output] of Object.entries(builds))
    await writeFile(join(root, program), `require('node:fs').appendFileSync('${output}', 'created ')`)
})
afterEach(() => rm(root, { recursive: true }))

const writeJson = (path: string, value: object) => writeFile(join(root, path), JSON.stringify(value))

/** What `npm ci` leaves behind, but without the packages named. */
async function install(...without: string[]): Promise<void> {
  const installed = Object.entries(packages).filter(([path]) => !without.some((name) => path.endsWith(name)))
  for (const [path] of installed) {
    await mkdir(join(root, path), { recursive: true })
    await writeFile(join(root, path, 'package.json'), '{}')
  }
  if (!without.includes(here)) {
    await mkdir(join(root, 'node_modules', here, 'bin'), { recursive: true })
    await symlink(process.execPath, join(root, 'node_modules', here, 'bin/node'))
  }
  await mkdir(join(root, 'node_modules/.bin'), { recursive: true })
  await writeJson('node_modules/.package-lock.json', { packages: Object.fromEntries(installed) })
}

/** Runs set-up with an `npm` that only prints its arguments and fails. Returns what it was asked for. */
async function setUp(): Promise<string | undefined> {
  const bin = join(root, 'bin')
  await mkdir(bin, { recursive: true })
  await writeFile(join(bin, 'npm'), `#!/bin/sh\necho "npm was asked to $*"\nexit 1\n`)
  await chmod(join(bin, 'npm'), 0o755)
  const inModules = join(root, 'node_modules/.bin')
  const env = { PATH: [inModules, bin, process.env.PATH].join(':'), NODE_ENV: 'production' }
  try {
    await promisify(execFile)(process.execPath, ['scripts/setup.mjs', '--without=web,server'], {
      cwd: root,
      env,
    })
    return undefined
  } catch (error) {
    return (
      /npm was asked to (.*)/.exec((error as { stderr: string }).stderr)?.[1] ?? assert.fail(error as Error)
    )
  }
}

test('after npm ci nothing is installed again, and the pinned Node is linked', async () => {
  await install()
  assert.equal(await setUp(), undefined)
  assert.equal(await realpath(join(root, 'node_modules/.bin/node')), await realpath(process.execPath))
  assert.equal(await setUp(), undefined)
})

test('what setup builds is built once, and again after its sources changed', async () => {
  await install()
  for (const [program, output] of Object.entries(builds)) {
    const built = () => readFile(join(root, output), 'utf8')
    for (const expected of ['created ', 'created ']) {
      await setUp()
      assert.equal(await built(), expected)
    }
    await appendFile(join(root, program), '\n')
    await setUp()
    assert.equal(await built(), 'created created ')
  }
})

test('a new clone is installed in full, whatever NODE_ENV is', async () => {
  assert.match((await setUp()) ?? '', /^ci --include=dev --include=optional /)
})

for (const [what, change] of [
  ['npm ci --omit=dev', () => install('vite')],
  ['npm ci --omit=optional', () => install(here)],
  [
    'an interrupted npm ci',
    async () => {
      await install()
      await rm(join(root, 'node_modules/.package-lock.json'))
    },
  ],
  [
    'a package folder was deleted',
    async () => {
      await install()
      await rm(join(root, 'node_modules/zod'), { recursive: true })
    },
  ],
  [
    'package-lock.json changed',
    async () => {
      await install()
      const text = await readFile(join(root, 'package-lock.json'), 'utf8')
      await writeFile(join(root, 'package-lock.json'), text.replace('sha512-zod', 'sha512-other'))
    },
  ],
  [
    'a package was removed from package-lock.json',
    async () => {
      await install()
      const { 'node_modules/zod': _, ...rest } = packages
      await writeJson('package-lock.json', { packages: { '': {}, ...rest } })
    },
  ],
] as const) {
  test(`packages are installed again after: ${what}`, async () => {
    await change()
    assert.match((await setUp()) ?? '', /^ci /)
  })
}

test('a pinned Node that does not start here is not linked', async () => {
  await install()
  const binary = join(root, 'node_modules', here, 'bin/node')
  await rm(binary)
  await writeFile(binary, 'not for this machine')
  assert.equal(await setUp(), undefined)
  await assert.rejects(readFile(join(root, 'node_modules/.bin/node')), { code: 'ENOENT' })
})

test('a second set-up waits for the first', async () => {
  const lock = await holdLock()
  let first = 'running'
  setTimeout(() => {
    first = 'done'
    rm(lock)
  }, 1000)
  assert.match((await setUp()) ?? '', /^ci /)
  assert.equal(first, 'done')
})

test('a lock that nobody has touched for long holds nobody up', async () => {
  const minuteAgo = Date.now() / 1000 - 60
  await utimes(await holdLock(), minuteAgo, minuteAgo)
  assert.match((await setUp()) ?? '', /^ci /)
})

async function holdLock(): Promise<string> {
  const lock = join(root, '.cache/setup.lock')
  await mkdir(dirname(lock))
  await writeFile(lock, '')
  return lock
}
