// npm test: every behavior once. `npm test -- --all` adds the second database, pages in Chromium, kill tests, long
// fuzzing and the files in deploy/, and fails when it has to skip one. It runs files that failed three more times, alone, and
// accepts them if they pass. `npm test -- PATH` runs those files in full. Only `npm test` leaves out engines that have passed
// and not changed since.
// `--test-name-pattern=PATTERN` limits any of them to the tests whose names match.
import { spawnSync } from 'node:child_process'
import { globSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { passedEngines } from './test/engines.ts'
import { enterKnownFaults } from './test/known-faults.ts'
import { type Failure, runInProcesses } from './test/run.ts'
import { makeScratchFolder } from './test/scratch.ts'
import { cpuSeconds, formatted, readTimes, type Times } from './test/times.ts'

/** The times of files that took longest in the last full run, which writes them. */
const timesFile = 'scripts/test/times.txt'
/** It has those that took longer. */
const notedSeconds = 5
/** What others take. */
const usualSeconds = 1
/** Files that took longer have a process of their own. */
const aloneSeconds = 60
/** What the files of one process take, unless there is only one process for each core. */
const groupSeconds = 600
/** What `npm test` may cost. */
const mostCpuSeconds = 600
const repetitions = 3
const root = dirname(import.meta.dirname)
process.chdir(root)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const { all, paths, namePatterns, unknown } = readArguments(args)
  if (unknown) return refuse(`Unknown option ${unknown}`)
  const inFull = all || paths.length > 0
  const candidates = testFiles(paths).filter((file) => inFull || !isOfFullRun(file))
  const isQuick = !inFull && namePatterns.length === 0
  const passed = isQuick ? passedEngines(candidates) : undefined
  const files = candidates.filter((file) => !passed?.isOfPassed(file))
  if (files.length === 0) return refuse(`No test file matches ${paths.join(' ')}`)
  if (!bundle(files.some((file) => /^e2e\/.*\.full|\.browser\.test\.ts$/.test(file)))) return 1

  Object.assign(process.env, {
    AERIE_TEST_FULL: inFull ? '1' : '',
    NODE_COMPILE_CACHE: join(root, '.cache/compile'),
  })
  makeScratchFolder()
  const { failures, skipped, times } = await runInProcesses(inGroups(files), namePatterns)
  passed?.note(failures.flatMap((failure) => failure.files))
  if (passed?.engines.length)
    console.log(`Not tested, because they passed and are the same: ${passed.engines.join(', ')}`)
  if (all && paths.length === 0 && failures.length === 0)
    writeFileSync(timesFile, times.filter(isLong).map(formatted).join('\n'))
  if (skipped.length > 0) console.error(`Skipped:\n  ${[...new Set(skipped)].join('\n  ')}`)
  const isAccepted = failures.length === 0 || (all && (await happenedByChance(failures)))
  printTimes(times, inFull)
  return isAccepted && !(all && skipped.length > 0) ? 0 : 1
}

/** Prints what the files cost, and last what the run did, which in the quick run is limited. */
function printTimes(times: Times[], inFull: boolean): void {
  const some = times.filter(({ seconds, cpuSeconds }) => Math.max(seconds, cpuSeconds) >= 1)
  console.log(`\nseconds     CPU  of files that took a second or more`)
  for (const each of some) console.log(formatted(each))
  const total = Math.round(cpuSeconds())
  const isTooMuch = !inFull && total > mostCpuSeconds
  console.log(
    `This run took ${Math.round(performance.now() / 1000)} s and ${total} CPU seconds${isTooMuch ? `: more than the ${mostCpuSeconds} that it may cost` : ''}.`,
  )
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

/** Bundles the server, which tests start as operators do, and perhaps the pages. Returns whether that was possible. */
function bundle(withPages: boolean): boolean {
  const command = ['scripts/setup.mjs', ...(withPages ? [] : ['--without=web'])]
  return spawnSync(process.execPath, command, { stdio: 'inherit' }).status === 0
}

/**
 * Groups files by process, the longest first, so that no core is idle at the end. Long and full tests have one of their own.
 * All others share a few, because starting a process and loading the server costs more than most test files, and so do those
 * in Chromium, which share it in theirs.
 */
function inGroups(files: string[]): string[][] {
  const known = new Map(readTimes(timesFile).map(({ file, seconds }) => [file, seconds]))
  const secondsOf = (group: string[]) =>
    group.reduce((sum, file) => sum + (known.get(file) ?? usualSeconds), 0)
  const {
    alone = [],
    shared = [],
    browser = [],
  } = Object.groupBy(files, (file) =>
    isInBrowser(file)
      ? 'browser'
      : isOfFullRun(file) || secondsOf([file]) > aloneSeconds
        ? 'alone'
        : 'shared',
  )
  const groups = [...deal(shared, secondsOf), ...deal(browser, secondsOf), ...alone.map((file) => [file])]
  return groups.sort((one, other) => secondsOf(other) - secondsOf(one))
}

/** Deals files out to one group per core or more, the longest first, each to the group that takes the least. */
function deal(files: string[], secondsOf: (group: string[]) => number): string[][] {
  const count = Math.max(availableParallelism(), Math.ceil(secondsOf(files) / groupSeconds))
  const groups = Array.from({ length: Math.min(count, files.length) }, () => [] as string[])
  for (const file of files.toSorted((one, other) => secondsOf([other]) - secondsOf([one])))
    groups.sort((one, other) => secondsOf(one) - secondsOf(other))[0]?.push(file)
  return groups
}

function isInBrowser(file: string): boolean {
  return file.endsWith('.browser.test.ts')
}

function isLong({ seconds }: Times): boolean {
  return seconds >= notedSeconds
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
