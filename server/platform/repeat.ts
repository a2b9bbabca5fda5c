import type { Log } from './log.ts'
import { createOutageLog } from './outage-log.ts'

interface Options {
  /** The subject of log messages: `the clock check`. */
  what: string
  log: Log
  everyMs: number
  firstAfterMs?: number
}

/**
 * Does `work` again and again, with `everyMs` from the end of one time to the next. Logs failures once per outage.
 * @returns the function that stops it and waits for running work
 */
export function repeat(
  { what, log, everyMs, firstAfterMs = everyMs }: Options,
  work: () => Promise<void>,
): () => Promise<void> {
  const outage = createOutageLog(log, `${what} failed and will be retried`, `${what} works again`)
  let running: Promise<void> | undefined
  let isStopped = false
  let timer = setTimeout(next, firstAfterMs).unref()

  function next(): void {
    running = work()
      .then(outage.worked, outage.failed)
      .then(() => {
        if (!isStopped) timer = setTimeout(next, everyMs).unref()
      })
  }

  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}
