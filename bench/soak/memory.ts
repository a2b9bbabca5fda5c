import { median } from '../load.ts'
import type { Sample } from './nodes.ts'

/** What is seldom used is loaded when it is first. */
const fewestSamples = 50
const warmUp = 0.3
/** What V8 and the allocator leave lying about between one minute and the next. */
const grownAtMost = 1.15

/** How memory went on with the calls, after a while of warming up. */
export function growthOf(samples: Sample[]): { said: string; grows: boolean } {
  const steady = samples.slice(Math.floor(samples.length * warmUp))
  const third = Math.floor(steady.length / 3)
  if (third < fewestSamples) return { said: 'too short to say', grows: false }
  const [first, last] = [steady.slice(0, third), steady.slice(-third)].map((part) =>
    median(part.map(({ megabytes }) => megabytes)),
  ) as [number, number]
  const said = `${first.toFixed(0)} MB in the first third, ${last.toFixed(0)} MB in the last; ${slopeOf(steady).toFixed(2)} MB per thousand calls`
  return { said, grows: last > first * grownAtMost }
}

/** Least squares, in megabytes per thousand calls. */
function slopeOf(samples: Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, one) => sum + of(one), 0) / samples.length
  const [calls, megabytes] = [mean((one) => one.calls), mean((one) => one.megabytes)]
  const together = mean((one) => (one.calls - calls) * (one.megabytes - megabytes))
  const spread = mean((one) => (one.calls - calls) ** 2)
  return spread === 0 ? 0 : (1000 * together) / spread
}
