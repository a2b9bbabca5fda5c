import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startPostgres } from '../server/testing/postgres.ts'
import type { Print } from './load.ts'
import { type Mutation, type Place, placesOf, productSource, readMutations, root } from './mutations/list.ts'
import { nearTests } from './mutations/near.ts'

const workers = 2
const detectedAtLeast = 0.95
const fileEndsWithinMs = 5 * 60_000
const runEndsWithinMs = 60 * 60_000

/** The arguments of Node that run one test file, and the whole default run, in a copy of the tree. */
const commands = {
  file: (path: string) => ['--test-reporter=tap', path],
  defaultRun: ['scripts/test.ts'],
}

interface Result extends Place {
  mutation: Mutation
  /** The test file that failed, or `npm test` with the first test of it that failed; null where all tests pass. */
  detectedBy: string | null
}

/**
 * Breaks the product in one place at a time, in a copy, and reports how many of these mutations the default test run
 * detects. The tests nearest to the break run first, and everything only if they pass. Sets the exit code to 1 below 95 %.
 * @param options.only part of the names of the mutations to try
 */
export async function mutations(print: Print, { only = '' }: { only?: string | undefined }): Promise<void> {
  const source = productSource()
  const testsNear = nearTests()
  const queue = readMutations()
    .filter(({ name }) => name.includes(only))
    .map((mutation) => {
      const [place, ...others] = placesOf(mutation, source)
      if (!place || others.length > 0) throw new Error(`Not in exactly one place: ${mutation.name}`)
      return { mutation, ...place }
    })
  const total = queue.length
  const results: Result[] = []

  async function work(): Promise<void> {
    const copy = await openCopy()
    try {
      const failing = await copy.failsUnbroken()
      if (failing) throw new Error(`Fails without any mutation: ${failing}`)
      for (let next = queue.shift(); next; next = queue.shift()) {
        const text = source.get(next.path)!
        const broken = text.slice(0, next.start) + next.mutation.replacement + text.slice(next.end)
        const detectedBy = await copy.detects(next.path, { text, broken }, testsNear(next.path))
        results.push({ ...next, detectedBy })
        const outcome = detectedBy ? `detected by ${detectedBy}` : 'NOT DETECTED'
        print(`${results.length}/${total} ${next.mutation.name}: ${outcome}`)
      }
    } finally {
      await copy.remove()
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  report(print, results)
}

function report(print: Print, results: Result[]): void {
  const modules = Map.groupBy(results, ({ path }) =>
    path
      .split('/')
      .slice(0, path.startsWith('server/') ? 2 : 1)
      .join('/'),
  )
  const countOf = (some: Result[]) => some.filter(({ detectedBy }) => detectedBy !== null).length
  print('')
  print(`${'module'.padEnd(24)} mutations  detected`)
  for (const [module, own] of [...modules].sort(([a], [b]) => (a < b ? -1 : 1)))
    print(`${module.padEnd(24)} ${String(own.length).padStart(9)} ${String(countOf(own)).padStart(9)}`)
  for (const { mutation, path } of results.filter(({ detectedBy }) => detectedBy === null)) {
    print(`not detected: ${mutation.name} (${path})`)
    print(`  - ${mutation.original}`)
    print(`  + ${mutation.replacement}`)
  }
  const share = countOf(results) / results.length
  print(`${countOf(results)} of ${results.length} mutations detected: ${(share * 100).toFixed(1)} %`)
  if (share < detectedAtLeast) process.exitCode = 1
}

/** A copy of the working tree with a PostgreSQL cluster of its own. */
async function openCopy() {
  const folder = await mkdtemp(join(tmpdir(), 'aerie-mutations-'))
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of files.split('\0'))
    if (file && existsSync(join(root, file)) && file !== 'node_modules')
      await cp(join(root, file), join(folder, file))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  // It demands that every place to break is there, so it would detect every mutation.
  await rm(join(folder, 'bench/mutations/list.test.ts'))
  // Some tests ask Git for the files of the tree.
  for (const args of [
    ['init', '-q'],
    ['add', '--all'],
  ])
    execFileSync('git', args, { cwd: folder })
  // Not a link: the default run builds it.
  if (existsSync(join(root, 'web/dist')))
    await cp(join(root, 'web/dist'), join(folder, 'web/dist'), { recursive: true })
  const postgres = await startPostgres()
  const cluster = createServer((_, response) => response.end(postgres?.url('postgres')))
  await once(cluster.listen(0, '127.0.0.1'), 'listening')
  const { port } = cluster.address() as AddressInfo
  const environment = {
    ...process.env,
    AERIE_TEST_CLUSTER: postgres ? `http://127.0.0.1:${port}` : '',
    AERIE_TEST_FULL: '',
    NODE_COMPILE_CACHE: join(root, '.cache/compile'),
  }
  /** By test file, whether it passes without a mutation. */
  const passes = new Map<string, boolean>()

  return {
    /** Returns the first test of the default run that fails in the copy as it is. */
    failsUnbroken: () => fails(commands.defaultRun, runEndsWithinMs),
    /** Returns what fails because of a break first. */
    async detects(
      path: string,
      { text, broken }: { text: string; broken: string },
      tests: string[],
    ): Promise<string | null> {
      const failsOnlyBroken = async (test: string) => {
        if (passes.get(test) === false || !(await fails(commands.file(test), fileEndsWithinMs))) return false
        await writeFile(join(folder, path), text)
        if (!passes.has(test)) passes.set(test, (await fails(commands.file(test), fileEndsWithinMs)) === null)
        await writeFile(join(folder, path), broken)
        return passes.get(test)
      }
      await writeFile(join(folder, path), broken)
      try {
        for (const test of tests) if (await failsOnlyBroken(test)) return test
        const failing = await fails(commands.defaultRun, runEndsWithinMs)
        return failing && `npm test: ${failing}`
      } finally {
        await writeFile(join(folder, path), text)
      }
    },
    async remove(): Promise<void> {
      cluster.close()
      await postgres?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }

  /** Runs tests until the first one fails, and returns its name; null if all pass before the time is over. */
  async function fails(args: string[], withinMs: number): Promise<string | null> {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    })
    const exited = once(child, 'exit')
    const stop = () => {
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        // It has ended.
      }
    }
    const timer = setTimeout(stop, withinMs)
    process.once('exit', stop)
    let failed: string | undefined
    for await (const line of createInterface(child.stdout)) {
      const name = /^\s*(?:not ok \d+ -|✖) (.*)/.exec(line)?.[1]
      if (failed || !name) continue
      failed = name
      // The rest may still clean up after itself.
      setTimeout(stop, 10_000).unref()
    }
    const [code] = await exited
    clearTimeout(timer)
    process.off('exit', stop)
    stop()
    return failed ?? (code === 0 ? null : 'it did not end as it should')
  }
}
