// Preloaded by `node --import` into the process that creates the demo, and so into its database thread. Both then run on
// the story's time, so that every timestamp comes from the code that always sets it.
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

const name = 'clock offset in milliseconds'
if (isMainThread) setEnvironmentData(name, new SharedArrayBuffer(8))
const offset = new Float64Array(getEnvironmentData(name) as SharedArrayBuffer)

const { now } = Date
Date.now = () => Math.floor(now() - (offset[0] ?? 0))
globalThis.Date = new Proxy(Date, {
  apply: () => String(new Date()),
  construct: (real, args, target) => Reflect.construct(real, args.length > 0 ? args : [Date.now()], target),
})

/** Sets the clock to an instant in milliseconds since 1970. It continues from there. */
export function turnClockTo(instant: number): void {
  offset[0] = now() - instant
}
