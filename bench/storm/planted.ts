import { join } from 'node:path'
import type { Print } from '../load.ts'
import { type Copy, copyTree, runNode } from '../mutations/copy.ts'
import { type Break, breakOf, type Mutation, productSource, readMutations } from '../mutations/list.ts'

/** Returns the faults that a storm has to find. */
export const plantedFaults = (): Mutation[] => readMutations(join(import.meta.dirname, 'planted.txt'))

const seedsTried = 4
const endsWithinMs = 15 * 60_000

interface Found {
  seed: number
  /** By check, how many violations it found. */
  checks: Map<string, number>
  /** The first of them. */
  example: string
}

/**
 * Plants one fault at a time in a copy of the product, runs storms on it, and prints which checks found it. A fault
 * that is not found is tried with further seeds. Sets the exit code to 1 if one stays unfound.
 * @param options.only part of the names of the faults to plant
 */
export async function findPlanted(
  print: Print,
  { minutes, seed, only }: { minutes: string; seed: number; only: string },
): Promise<void> {
  const source = productSource()
  const faults = plantedFaults().filter(({ name }) => name.includes(only))
  const copy = await copyTree()
  try {
    for (const fault of faults) {
      const found = await find(copy, breakOf(fault, source), minutes, seed)
      const checks = found && [...found.checks].map(([check, count]) => `${check} (${count})`).join(', ')
      print(`${fault.name.padEnd(80)}${found ? `${checks}, seed ${found.seed}` : 'NOT FOUND'}`)
      if (found) print(`  ${found.example.slice(0, 300)}`)
      else process.exitCode = 1
    }
  } finally {
    await copy.remove()
  }
}

async function find(copy: Copy, broken: Break, minutes: string, first: number): Promise<Found | null> {
  for (let seed = first; seed < first + seedsTried; seed++) {
    const checks = new Map<string, number>()
    let example = ''
    const args = ['bench/run.ts', 'storm', '--minutes', minutes, '--seed', String(seed)]
    await copy.whileBroken(broken, () =>
      runNode(args, {
        cwd: copy.folder,
        withinMs: endsWithinMs,
        onLine(line) {
          const [, check, violation = ''] = /^ {2}WRONG (\w+): (.*)/.exec(line) ?? []
          // An error of the program itself is no check.
          if (!check || check === 'failures') return
          checks.set(check, (checks.get(check) ?? 0) + 1)
          example ||= violation
        },
      }),
    )
    if (checks.size > 0) return { seed, checks, example }
  }
  return null
}
