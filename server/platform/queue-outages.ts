import type { Db } from 'pg-boss'
import type { Log } from './log.ts'
import { createOutageLog } from './outage-log.ts'

/**
 * Logs errors of pg-boss once for each outage of the database. It emits one for each queue every two seconds, without
 * saying when statements work again, so this watches its statements.
 */
export function watchQueue(
  log: Log,
  executeSql: Db['executeSql'],
): { db: Db; onError(error: unknown): void } {
  const outage = createOutageLog(log, 'job queue failed', 'job queue works again')
  /** The statements that fail: a read-only database still answers reads. */
  const failing = new Set<string>()

  function worked(text: string): void {
    if (!failing.delete(text) || (!isWrite(text) && [...failing].some(isWrite))) return
    failing.clear()
    outage.worked()
  }

  return {
    db: {
      async executeSql(text, values) {
        try {
          const result = await executeSql(text, values)
          worked(text)
          return result
        } catch (error) {
          failing.add(text)
          throw error
        }
      },
    },
    onError(error) {
      if (failing.size > 0) outage.failed(error)
      else log.error({ err: error }, 'job queue failed')
    },
  }
}

const isWrite = (text: string): boolean => /\b(insert|update|delete)\b/i.test(text)
