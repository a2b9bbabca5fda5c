import { check } from './histories/history.ts'
import { findPlanted } from './histories/planted.ts'
import { recordHistory } from './histories/record.ts'
import type { Print } from './load.ts'

interface Options {
  /** By default 10, and 0.5 for each planted fault. */
  minutes?: string | undefined
  /** Decides on requests and faults; random by default. */
  seed?: string | undefined
  /** Plants faults in copies of the product, and reports which checks find them. */
  planted?: boolean | undefined
  /** Part of the names of the faults to plant. */
  only?: string | undefined
}

/**
 * Records what clients of two nodes request while faults happen, and checks the histories. Sets the exit code to 1 if a
 * check finds a violation, or with `planted` if no check finds one.
 */
export async function histories(print: Print, options: Options): Promise<void> {
  const { planted = false, only = '', minutes = planted ? '0.5' : '10' } = options
  const seed = Number(options.seed ?? Date.now() % 1_000_000)
  print(`seed ${seed}, ${minutes} minutes`)
  if (planted) await findPlanted(print, { minutes, seed, only })
  else await findViolations(print, { seconds: Number(minutes) * 60, seed })
}

async function findViolations(print: Print, run: { seconds: number; seed: number }): Promise<void> {
  const { history, faults, failures, log } = await recordHistory(run)
  for (const [name, count] of Object.entries(faults)) print(`${name.padEnd(44)}${count}`)
  const verdict = Object.entries(check(history))
  print('')
  print(`${'check'.padEnd(12)}${'requests'.padStart(10)}${'violations'.padStart(12)}`)
  for (const [name, { requests, violations }] of verdict)
    print(`${name.padEnd(12)}${String(requests).padStart(10)}${String(violations.length).padStart(12)}`)
  const found = verdict.flatMap(([name, { violations }]) => violations.map((one) => `${name}: ${one}`))
  for (const one of found.slice(0, 50)) print(`WRONG ${one.slice(0, 1000)}`)
  for (const one of failures) print(`FAILED ${one}`)
  if (found.length + failures.length === 0) return
  for (const line of log.slice(-10)) print(line.slice(0, 500))
  process.exitCode = 1
}
