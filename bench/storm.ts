import type { Print } from './load.ts'
import { findPlanted } from './storm/planted.ts'
import { runStorm } from './storm/run.ts'

interface Options {
  /** By default 10, and 0.4 for each planted fault. */
  minutes?: string | undefined
  /** Decides on requests and faults; random by default. */
  seed?: string | undefined
  /** 3 by default. */
  nodes?: string | undefined
  /** Runs PostgreSQL with Patroni, and kills its machines. */
  patroni?: boolean | undefined
  /** Plants faults in copies of the product, and reports which checks find them. */
  planted?: boolean | undefined
  /** Part of the names of the faults to plant. */
  only?: string | undefined
}

/**
 * Records what clients of some nodes request while faults happen, and checks the history, the database and its backups. Sets
 * the exit code to 1 if a check finds a violation or an operation was never done, or with `planted` if no check finds one.
 */
export async function storm(print: Print, options: Options): Promise<void> {
  const { planted = false, patroni = false, only = '', minutes = planted ? '0.4' : '10' } = options
  const seed = Number(options.seed ?? Date.now() % 1_000_000)
  print(`seed ${seed}, ${minutes} minutes`)
  if (planted) return findPlanted(print, { minutes, seed, only })
  const { verdict, faults, missing, failures, facts, log } = await runStorm({
    seconds: Number(minutes) * 60,
    seed,
    nodes: Number(options.nodes ?? 3),
    patroni,
    tell: (what) => print(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${what}`),
  })
  for (const [what, value] of [...Object.entries(faults), ...facts]) print(`${what.padEnd(44)}${value}`)
  print('')
  print(`${'check'.padEnd(12)}${'requests'.padStart(10)}${'violations'.padStart(12)}`)
  for (const [name, { requests, violations }] of Object.entries(verdict))
    print(`${name.padEnd(12)}${String(requests).padStart(10)}${String(violations.length).padStart(12)}`)
  const found = Object.entries(verdict).flatMap(([name, { violations }]) =>
    violations.map((one) => `${name}: ${one}`),
  )
  if (missing.length > 0) print(`never done: ${missing.join(', ')}`)
  for (const one of [...found.slice(0, 50), ...failures.map((one) => `failures: ${one}`)])
    print(`WRONG ${one.slice(0, 1000)}`)
  if (found.length + failures.length + missing.length === 0) return
  for (const line of log.slice(-10)) print(line.slice(0, 500))
  process.exitCode = 1
}
