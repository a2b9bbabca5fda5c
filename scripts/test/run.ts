// Runs test files in processes, and returns what failed by file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import type { Postgres } from '../../server/testing/postgres.ts'
import { readTimes, type Times } from './times.ts'

const longestTestMs = 600_000
/** One more than there are cores, because tests often wait: for a node to start or for a timer. */
const processesAtOnce = availableParallelism() + 1

export interface Failure {
  /** To run again: one file, or all that a process did not finish when it ended early. */
  files: string[]
  /** The names of its suites and its own, or how the process ended. */
  test: string
  message: string
}

export interface Outcome {
  failures: Failure[]
  /** The names and reasons of skipped tests. */
  skipped: string[]
  /** Of each file that came to its end, the longest first. */
  times: Times[]
}

/** The error of a failed test, with what Node's types leave out. */
interface FailedTest extends Error {
  failureType?: string
}

/** Runs each group of files in a process of its own, with one PostgreSQL cluster for all. Paths are relative. */
export async function runInProcesses(groups: string[][], namePatterns: string[] = []): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'aerie-test-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', removeFolder)
  const cluster = shareCluster()
  try {
    process.env.AERIE_TEST_CLUSTER = await cluster.address
    const outcome = await runEntries(writeEntries(groups, folder), namePatterns)
    return { ...outcome, times: readTimes(timesIn(folder)) }
  } finally {
    await cluster.stop()
    removeFolder()
    process.off('exit', removeFolder)
  }
}

const timesIn = (folder: string): string => join(folder, 'times')

/** Writes one module per process. After its last test it emits `testsEnded`, to stop what the files share. */
function writeEntries(groups: string[][], folder: string): Map<string, string[]> {
  const begin = `import { describeFile } from '${new URL('describe-file.ts', import.meta.url)}'`
  return new Map(
    groups.map((files, index) => {
      const entry = join(folder, `process-${index + 1}.mjs`)
      const suites = files.map((file) => `await describeFile(${toJson(file)}, ${toJson(timesIn(folder))})`)
      writeFileSync(entry, [begin, ...suites, "process.emit('testsEnded')", ''].join('\n'))
      return [entry, files]
    }),
  )
}

const toJson = (text: string): string => JSON.stringify(text)

async function runEntries(entries: Map<string, string[]>, testNamePatterns: string[]) {
  // A failed test may leave a server open, for which its process waits. Without an end, no failure would be explained.
  const stuck = new AbortController()
  let watch: NodeJS.Timeout | undefined
  const tests = run({
    files: [...entries.keys()],
    concurrency: processesAtOnce,
    timeout: longestTestMs,
    signal: stuck.signal,
    ...(testNamePatterns.length > 0 && { testNamePatterns }),
  }).on('data', () => {
    clearTimeout(watch)
    watch = setTimeout(
      () => stuck.abort(new Error('A process did not end after its last test.')),
      longestTestMs + 60_000,
    )
  })
  const outcome = collect(tests, entries)
  for await (const line of tests.compose(new spec())) process.stdout.write(line)
  clearTimeout(watch)
  return outcome
}

/** Collects what failed and was skipped while tests run. Node reports the tests of a suite before the suite itself. */
function collect(tests: ReturnType<typeof run>, entries: Map<string, string[]>) {
  const failures: Failure[] = []
  const skipped: string[] = []
  const reported = new Set<string>()
  /** Failures in the file that is being reported. */
  let open: { depth: number; names: string[]; message: string }[] = []

  const endFile = ({ name, nesting }: { name: string; nesting: number }) => {
    if (nesting > 0 || entries.has(name)) return
    reported.add(name)
    for (const { names, message } of open)
      failures.push({ files: [name], test: names.slice(1).join(' › ') || 'its imports or hooks', message })
    open = []
  }
  tests.on('test:pass', (test) => {
    if (test.skip !== undefined || test.todo !== undefined)
      skipped.push(`${test.name}: ${test.skip ?? test.todo}`)
    endFile(test)
  })
  tests.on('test:fail', (test) => {
    const { failureType, message, cause }: FailedTest = test.details.error
    const why = oneLine(cause instanceof Error ? cause.message : message)
    const files = entries.get(test.name)
    if (files) {
      const unfinished = files.filter((file) => !reported.has(file))
      const isExplained = failures.some((failure) => failure.files.some((file) => files.includes(file)))
      if (unfinished.length === 0 && isExplained) return
      failures.push({ files: unfinished.length > 0 ? unfinished : files, test: 'its process', message: why })
      open = []
    } else if (test.todo === undefined) {
      for (const failure of open) if (failure.depth > test.nesting) failure.names.unshift(test.name)
      if (failureType !== 'subtestsFailed')
        open.push({ depth: test.nesting, names: [test.name], message: why })
      endFile(test)
    }
  })
  return { failures, skipped }
}

/** Returns the beginning of a message, without line breaks and the folder of this clone. */
const oneLine = (message: string): string =>
  message.replaceAll(`${process.cwd()}/`, '').replace(/\s+/g, ' ').trim().slice(0, 200)

/**
 * Offers one PostgreSQL cluster to all processes, started when the first of them asks for its address.
 */
function shareCluster() {
  let cluster: Promise<Postgres | null> | undefined
  const server = createServer(async (_, response) => {
    cluster ??= import('../../server/testing/postgres.ts').then(({ startPostgres }) => startPostgres())
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
