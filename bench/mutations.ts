import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { startPostgres } from '../server/testing/postgres.ts'
import type { Print } from './load.ts'
import { copyTree, runNode } from './mutations/copy.ts'
import { type Break, breakOf, moduleOf, productSource, readMutations, root } from './mutations/list.ts'
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

interface Tried extends Break {
  /** The test file that fails, or the first test that fails in the whole default run. */
  detectedBy: string | null
}

type Copy = Awaited<ReturnType<typeof openCopy>>

/**
 * Breaks the product in one place at a time, in a copy, and reports how many of these mutations the default test run
 * detects. The tests nearest to each break run first, and everything only for the breaks that they do not detect. Sets
 * the exit code to 1 below 95 %.
 * @param options.only part of the names of the mutations to try
 */
export async function mutations(print: Print, { only = '' }: { only?: string | undefined }): Promise<void> {
  const source = productSource()
  const testsNear = nearTests()
  const breaks = readMutations()
    .filter(({ name }) => name.includes(only))
    .map((mutation): Tried => ({ ...breakOf(mutation, source), detectedBy: null }))
  const copies = await Promise.all(Array.from({ length: workers }, openCopy))

  async function tryEach(untried: Tried[], detect: (copy: Copy, broken: Tried) => Promise<string | null>) {
    const queue = untried.values()
    const work = async (copy: Copy) => {
      for (const broken of queue) {
        broken.detectedBy = await detect(copy, broken)
        print(`${broken.mutation.name}: ${broken.detectedBy ?? 'not detected'}`)
      }
    }
    await Promise.all(copies.map(work))
  }

  try {
    print('By the nearest tests:')
    await tryEach(breaks, (copy, broken) => copy.failsNear(broken, testsNear(broken.path)))
    const others = breaks.filter(({ detectedBy }) => detectedBy === null)
    if (others.length > 0) {
      print('By the whole default run:')
      const failing = await copies[0]!.defaultRunFails()
      if (failing) throw new Error(`The default run fails without any mutation: ${failing}`)
      await tryEach(others, (copy, broken) => copy.defaultRunFails(broken))
    }
  } finally {
    await Promise.all(copies.map((copy) => copy.remove()))
  }
  report(print, breaks)
}

function report(print: Print, results: Tried[]): void {
  const modules = Map.groupBy(results, ({ path }) => moduleOf(path))
  const countOf = (some: Tried[]) => some.filter(({ detectedBy }) => detectedBy !== null).length
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
  const { folder, whileBroken, remove } = await copyTree()
  // It demands that every place to break is there, so it would detect every mutation.
  await rm(join(folder, 'bench/mutations/list.test.ts'))
  // Some tests ask Git for the files of the tree.
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  execFileSync('git', ['add', '--all'], { cwd: folder })
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
    /** Returns the first of these test files that fails, and passes without the mutation. */
    failsNear: (broken: Break, tests: string[]) =>
      whileBroken(broken, async () => {
        for (const test of tests) {
          if (passes.get(test) === false || !(await fails(commands.file(test), fileEndsWithinMs))) continue
          await writeFile(join(folder, broken.path), broken.text)
          if (!passes.has(test)) passes.set(test, !(await fails(commands.file(test), fileEndsWithinMs)))
          if (passes.get(test)) return test
          await writeFile(join(folder, broken.path), broken.broken)
        }
        return null
      }),
    /** Returns the first test of the default run that fails. */
    defaultRunFails: (broken?: Break) =>
      broken
        ? whileBroken(broken, () => fails(commands.defaultRun, runEndsWithinMs))
        : fails(commands.defaultRun, runEndsWithinMs),
    async remove(): Promise<void> {
      cluster.close()
      await postgres?.stop()
      await remove()
    },
  }

  /** Runs tests until the first one fails, and returns its name; null if all pass before the time is over. */
  async function fails(args: string[], withinMs: number): Promise<string | null> {
    let failed: string | undefined
    const code = await runNode(args, {
      cwd: folder,
      env: environment,
      withinMs,
      onLine(line, stop) {
        const name = /^\s*(?:not ok \d+ -|✖) (.*)/.exec(line)?.[1]
        if (failed || !name) return
        failed = name
        // The rest may still clean up after itself.
        setTimeout(stop, 10_000).unref()
      },
    })
    return failed ?? (code === 0 ? null : 'it did not end as it should')
  }
}
