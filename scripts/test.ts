// npm test: every behavior once. `npm test -- --all` adds the second database, pages in Chromium, kill tests, long
// fuzzing and the files in deploy/, and fails when it has to skip one. It runs files that failed three more times, alone, and
// accepts them if they pass. `npm test -- PATH` runs those files in full.
// `--test-name-pattern=PATTERN` limits any of them to the tests whose names match.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { enterKnownFaults } from './test/known-faults.ts'
import { type Failure, runInProcesses } from './test/run.ts'

/** Files that take longest. Each has a process of its own and starts first, so that no core is idle at the end. */
const longest = [
  'server/testing/worst-input.full.test.ts',
  'server/testing/bad-input.test.ts',
  'e2e/release.full.test.ts',
  'e2e/screenshots.full.test.ts',
  'e2e/pages.browser.test.ts',
  'e2e/documents.full.test.ts',
  'e2e/demo.full.test.ts',
  'bench/histories/histories.full.test.ts',
  'e2e/haproxy.full.test.ts',
]
const repetitions = 3
const root = dirname(import.meta.dirname)
process.chdir(root)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const { all, paths, namePatterns, unknown } = readArguments(args)
  if (unknown) return refuse(`Unknown option ${unknown}`)
  const inFull = all || paths.length > 0
  const files = testFiles(paths).filter((file) => inFull || !isOfFullRun(file))
  if (files.length === 0) return refuse(`No test file matches ${paths.join(' ')}`)
  if (files.some((file) => /^e2e\/.*\.full|\.browser\.test\.ts$/.test(file)) && !buildPages()) return 1

  Object.assign(process.env, {
    AERIE_TEST_FULL: inFull ? '1' : '',
    NODE_COMPILE_CACHE: join(root, '.cache/compile'),
  })
  const { failures, skipped } = await runInProcesses(inGroups(files), namePatterns)
  if (skipped.length > 0) console.error(`Skipped:\n  ${[...new Set(skipped)].join('\n  ')}`)
  const isAccepted = failures.length === 0 || (all && (await happenedByChance(failures)))
  return isAccepted && !(all && skipped.length > 0) ? 0 : 1
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
  const files = globSync('{contract,engines,server,client,cli,web,bench,scripts,e2e}/**/*.test.ts', {
    exclude: ['**/node_modules', 'web/dist'],
  })
  return files.filter((file) => paths.length === 0 || paths.some((path) => file.includes(path))).sort()
}

function buildPages(): boolean {
  return spawnSync(process.execPath, ['scripts/setup.mjs'], { stdio: 'inherit' }).status === 0
}

/**
 * Groups files by process: long and full tests have one of their own, all others are dealt out to one per core, because
 * starting a process and loading the server costs more than most test files. Those in Chromium share it in theirs.
 */
function inGroups(files: string[]): string[][] {
  const isAlone = (file: string) => isLong(file) || /\.full\.test\.ts$/.test(file)
  const alone = files.filter(isAlone).sort((one, other) => Number(isLong(other)) - Number(isLong(one)))
  const inBrowser = files.filter((file) => isOfFullRun(file) && !isAlone(file))
  const together = files.filter((file) => !isOfFullRun(file) && !isAlone(file))
  return [...deal(together), ...deal(inBrowser), ...alone.map((file) => [file])]
}

/** Deals files out to one process per core. */
function deal(files: string[]): string[][] {
  const count = Math.min(availableParallelism(), files.length)
  return Array.from({ length: count }, (_, n) => files.filter((_, index) => index % count === n))
}

function isLong(file: string): boolean {
  return longest.includes(file)
}

/** Returns whether only a full run includes the file, unless it is named. */
function isOfFullRun(file: string): boolean {
  return /\.(browser|full)\.test\.ts$/.test(file)
}

/**
 * Runs the files of failures again, one at a time. If all pass each time, enters the failures in the list of known faults.
 * Stops at the first that fails again.
 */
async function happenedByChance(failures: Failure[]): Promise<boolean> {
  const groups = new Map(failures.map(({ files }) => [files.join(), files]))
  for (const group of groups.values())
    for (let repetition = 1; repetition <= repetitions; repetition++) {
      const name = group.length === 1 ? group[0] : `${group[0]} and ${group.length - 1} others of its process`
      console.log(`\nFailed: ${name}. Running it alone, ${repetition} of ${repetitions}:`)
      const again = await runInProcesses([group])
      if (again.failures.length > 0) return false
    }
  const faults = failures.map(({ files: [file = ''], test, message }) => ({ file, test, message }))
  enterKnownFaults(faults)
  for (const { file, test, message } of faults) console.log(`by chance: ${file}: ${test}: ${message}`)
  console.log('These tests are now in docs/known-faults.md. Commit that change.')
  return true
}

function refuse(why: string): 1 {
  console.error(why)
  return 1
}
