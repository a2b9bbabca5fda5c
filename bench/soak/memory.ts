import { median } from '../load.ts'

/** Rarely used modules are loaded when they are first used. */
const fewestSamples = 50
const warmUp = 0.3
/** V8 and the allocator hold some memory from one minute to the next. */
const grownAtMost = 1.15

/** Compares the megabytes of the first and the last third of a life, after a warm-up. */
export function growthOf(samples: number[]): { summary: string; grows: boolean } {
  const steady = samples.slice(Math.floor(samples.length * warmUp))
  const third = Math.floor(steady.length / 3)
  if (third < fewestSamples) return { summary: 'too short to compare', grows: false }
  const [first, last] = [median(steady.slice(0, third)), median(steady.slice(-third))]
  return {
    summary: `${first} MB in the first third, ${last} MB in the last`,
    grows: last > first * grownAtMost,
  }
}
