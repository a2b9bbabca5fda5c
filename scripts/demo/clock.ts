// Preloaded by `node --import` into the process that makes the demo, and with it into the thread of its database: both
// tell the time of the story. Everything then has its time from the code that always gives it, none is written by hand.
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

const name = 'milliseconds that the clock is slow'
if (isMainThread) setEnvironmentData(name, new SharedArrayBuffer(8))
const slow = new Float64Array(getEnvironmentData(name) as SharedArrayBuffer)

const { now } = Date
Date.now = () => Math.floor(now() - (slow[0] ?? 0))
globalThis.Date = new Proxy(Date, {
  apply: () => String(new Date()),
  construct: (real, given, asked) => Reflect.construct(real, given.length > 0 ? given : [Date.now()], asked),
})

/** Sets the clock to an instant, in milliseconds since 1970; it goes on from there. */
export function turnClockTo(instant: number): void {
  slow[0] = now() - instant
}
