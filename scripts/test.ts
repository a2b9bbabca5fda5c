// npm test: everything, or what is named: `npm test -- server/api-keys`, `npm test -- client/index.test.ts`.
// Options that begin with --test- go to node's own test runner; --require-everything makes a skipped test an
// error.
import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findChromium, howToGetChromium } from '../server/testing/browser.ts'
import { howToGetPostgres, startPostgres } from '../server/testing/postgres.ts'

const folders = ['contract', 'server', 'client', 'cli', 'web', 'scripts', 'e2e']
process.chdir(dirname(import.meta.dirname))

const { unknown, names, runnerOptions, requireEverything } = readArguments(process.argv.slice(2))
process.exitCode = await main()

async function main(): Promise<number> {
  if (!existsSync('node_modules/.aerie-install')) {
    return refuse('Not set up. Use `npm test`, which does that first, or run `node scripts/setup.mjs`.')
  }
  if (unknown) return refuse(`Unknown option ${unknown}`)
  const chosen = testFiles(names)
  if (chosen.length === 0) return refuse(`No test file matches ${names.join(' ') || 'at all'}`)

  const chromium = findChromium()
  const files = chromium ? chosen : chosen.filter((file) => !file.endsWith('.browser.test.ts'))
  const postgres = await startPostgres()
  const scratch = mkdtempSync(join(tmpdir(), 'aerie-test-'))
  try {
    const missing = []
    if (!postgres) missing.push(`Skipped: tests on a real database. They need ${howToGetPostgres}`)
    if (!chromium) missing.push(`Skipped: pages in a browser. They need ${howToGetChromium}`)
    for (const line of missing) console.error(line)
    if (missing.length > 0 && requireEverything) return 1
    if (files.length === 0) return 0

    const record = join(scratch, 'record.tap')
    const code = await runNode(
      [
        '--test',
        '--test-concurrency=2',
        '--test-timeout=600000',
        ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
        ...['--test-reporter=tap', `--test-reporter-destination=${record}`],
        ...runnerOptions,
        ...files,
      ],
      {
        AERIE_TEST_POSTGRES_URL: postgres?.url('postgres'),
        AERIE_TEST_CHROMIUM: chromium ?? undefined,
        // What one test file has stripped of types and compiled, the next need not.
        NODE_COMPILE_CACHE: '.cache/compile',
      },
    )
    if (code !== 0 || !requireEverything) return code
    const skipped = skippedIn(readFileSync(record, 'utf8'))
    if (skipped.length === 0) return 0
    return refuse(`Everything was required, but this was skipped:\n${skipped.join('\n')}`)
  } finally {
    rmSync(scratch, { recursive: true })
    await postgres?.stop()
  }
}

function readArguments(args: string[]) {
  return {
    unknown: args.find((arg) => /^--(?!test-|require-everything$)/.test(arg)),
    names: args.filter((arg) => !arg.startsWith('--')),
    runnerOptions: args.filter((arg) => arg.startsWith('--test-')),
    requireEverything: args.includes('--require-everything') || process.env.CI_REQUIRE_ALL === '1',
  }
}

/** The test files, or those of them that a name is the folder, the path or a part of the path of. */
function testFiles(names: string[]): string[] {
  const all = globSync(`{${folders.join(',')}}/**/*.test.ts`, {
    exclude: ['**/node_modules', 'web/dist'],
  }).sort()
  if (names.length === 0) return all
  const patterns = new Set(names.flatMap((name) => globSync(name)))
  return all.filter(
    (file) => patterns.has(file) || names.some((name) => file.includes(name.replace(/^\.\//, ''))),
  )
}

/** Runs node and gives its exit code. A signal to us is passed on, and we end after it has. */
function runNode(args: string[], env: Record<string, string | undefined>): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** The names in a TAP record of tests that were skipped or left to do. */
function skippedIn(tap: string): string[] {
  return tap.split('\n').filter((line) => /^\s*(not )?ok \d+ .*# (SKIP|TODO)\b/.test(line))
}

function refuse(why: string): 1 {
  console.error(why)
  return 1
}
