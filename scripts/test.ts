// npm test: every behavior once. `npm test -- --all` adds the second database, pages in Chromium, kill tests, long
// fuzzing and the files in deploy/, and fails when it has to skip one. `npm test -- PATH` runs those files in full.
// `--test-name-pattern=PATTERN` limits any of them to the tests whose names match.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import type { Postgres } from '../server/testing/postgres.ts'

const longestTestMs = 600_000
/** One more than there are cores, because tests often wait: for a node to start or for a timer. */
const processesAtOnce = availableParallelism() + 1
/** Files of one process that take longest. They start first, so that no core is idle at the end. */
const longest = [
  'server/testing/worst-input.full.test.ts',
  'e2e/release.full.test.ts',
  'e2e/screenshots.full.test.ts',
  'e2e/page-weight.browser.test.ts',
  'e2e/documents.full.test.ts',
  'e2e/demo.full.test.ts',
  'bench/histories/histories.full.test.ts',
  'e2e/haproxy.full.test.ts',
]
const root = dirname(import.meta.dirname)
process.chdir(root)
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const { all, paths, namePatterns, unknown } = readArguments(args)
  if (unknown) return refuse(`Unknown option ${unknown}`)
  const inFull = all || paths.length > 0
  const files = testFiles(paths).filter((file) => inFull || !/\.(browser|full)\.test\.ts$/.test(file))
  if (files.length === 0) return refuse(`No test file matches ${paths.join(' ')}`)
  if (files.some((file) => /^e2e\/.*\.full|\.browser\.test\.ts$/.test(file)) && !buildPages()) return 1

  const scratch = mkdtempSync(join(tmpdir(), 'aerie-test-'))
  process.once('exit', () => rmSync(scratch, { recursive: true }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const cluster = shareCluster()
  try {
    Object.assign(process.env, {
      AERIE_TEST_CLUSTER: await cluster.address,
      AERIE_TEST_FULL: inFull ? '1' : '',
      NODE_COMPILE_CACHE: join(root, '.cache/compile'),
    })
    return await runTests(inProcesses(files, scratch), { namePatterns, failSkipped: all })
  } finally {
    await cluster.stop()
  }
}

function readArguments(args: string[]) {
  const pattern = '--test-name-pattern='
  const options = args.filter((arg) => arg.startsWith('--'))
  return {
    all: options.includes('--all'),
    paths: args.filter((arg) => !arg.startsWith('--')).map((path) => path.replace(/^\.\//, '')),
    namePatterns: options.filter((arg) => arg.startsWith(pattern)).map((arg) => arg.slice(pattern.length)),
    unknown: options.find((arg) => arg !== '--all' && !arg.startsWith(pattern)),
  }
}

/** Returns all test files, or those whose path contains one of `paths`. */
function testFiles(paths: string[]): string[] {
  const files = globSync('{contract,server,client,cli,web,bench,scripts,e2e}/**/*.test.ts', {
    exclude: ['**/node_modules', 'web/dist'],
  })
  return files.filter((file) => paths.length === 0 || paths.some((path) => file.includes(path))).sort()
}

function buildPages(): boolean {
  return spawnSync(process.execPath, ['scripts/setup.mjs'], { stdio: 'inherit' }).status === 0
}

/**
 * Deals the files out to one process per core, because starting a process and loading the server costs more than most
 * test files. Browser and full tests have a process of their own. So do files with hooks outside any suite, because these
 * hooks would apply to the tests of all files.
 */
function inProcesses(files: string[], folder: string): string[] {
  const alone = files.filter(
    (file) =>
      /\.(browser|full)\.test\.ts$/.test(file) ||
      /^(before|after)(Each)?\(/m.test(readFileSync(file, 'utf8')),
  )
  const together = files.filter((file) => !alone.includes(file))
  const isLong = (file: string) => Number(longest.includes(file))
  alone.sort((one, other) => isLong(other) - isLong(one))
  const count = Math.min(availableParallelism(), together.length)
  const entries = Array.from({ length: count }, (_, n) => {
    const imports = together
      .filter((_, index) => index % count === n)
      .map((file) => `await import('${pathToFileURL(file)}')`)
    const entry = join(folder, `process-${n + 1}.mjs`)
    writeFileSync(entry, imports.join('\n'))
    return entry
  })
  return [...entries, ...alone]
}

interface RunOptions {
  namePatterns: string[]
  failSkipped: boolean
}

/** Runs the files in processes at the same time and returns the exit code. */
async function runTests(files: string[], { namePatterns, failSkipped }: RunOptions): Promise<number> {
  const skipped: string[] = []
  let failed = false
  // A failed test may leave a server open, for which its process waits. Without an end, no failure would be explained.
  const stuck = new AbortController()
  let watch: NodeJS.Timeout | undefined
  const tests = run({
    files,
    concurrency: processesAtOnce,
    timeout: longestTestMs,
    signal: stuck.signal,
    ...(namePatterns.length > 0 && { testNamePatterns: namePatterns }),
  })
    .on('test:fail', ({ todo }) => {
      failed ||= todo === undefined
    })
    .on('test:pass', ({ name, skip, todo }) => {
      if (skip !== undefined || todo !== undefined) skipped.push(`${name}: ${skip ?? todo}`)
    })
    .on('data', () => {
      clearTimeout(watch)
      watch = setTimeout(
        () => stuck.abort(new Error('It goes on although no test runs.')),
        longestTestMs + 60_000,
      )
    })
  for await (const line of tests.compose(new spec())) process.stdout.write(line)
  clearTimeout(watch)
  if (skipped.length > 0) console.error(`Skipped:\n  ${[...new Set(skipped)].join('\n  ')}`)
  return failed || (failSkipped && skipped.length > 0) ? 1 : 0
}

/**
 * Offers one PostgreSQL cluster to all processes, started when the first of them asks for its address.
 */
function shareCluster() {
  let cluster: Promise<Postgres | null> | undefined
  const server = createServer(async (_, response) => {
    cluster ??= import('../server/testing/postgres.ts').then(({ startPostgres }) => startPostgres())
    response.end(await cluster.then((started) => started?.url('postgres'), String))
  }).listen(0, '127.0.0.1')
  return {
    address: new Promise<string>((resolve) => {
      server.on('listening', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
    }),
    async stop() {
      server.close()
      await (await cluster)?.stop()
    },
  }
}

function refuse(why: string): 1 {
  console.error(why)
  return 1
}
