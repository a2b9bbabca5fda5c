import type { Log } from './log.ts'

/** Logs an outage of something that is tried again and again: once when it begins and once when it is over. */
export interface OutageLog {
  /** Logs a failure, unless the one before was logged and nothing has worked since. */
  failed(error: unknown, facts?: object): void
  worked(): void
}

/**
 * @param log nothing is logged without one
 * @param over the message when it works again
 */
export function createOutageLog(log: Log | undefined, message: string, over: string): OutageLog {
  let isOut = false
  return {
    failed(error, facts) {
      if (!isOut) log?.error({ err: error, ...facts }, message)
      isOut = true
    },
    worked() {
      if (isOut) log?.info(over)
      isOut = false
    },
  }
}
