import { AsyncResource } from 'node:async_hooks'
import type { Log } from './log.ts'
import { createOutageLog } from './outage-log.ts'

/** Writes what calls note in memory, at most once a second, so that no call waits for it. */
export interface BatchWriter<Batch> {
  /** The batch that is being written, or that will be tried again. */
  readonly unwritten: Batch | undefined
  /** Writes now instead of within a second, unless an earlier batch is still unwritten. */
  hurry(): void
  /** Writes the rest and stops. */
  stop(): Promise<void>
}

interface BatchWriterOptions<Batch extends object> {
  /** The subject of log messages: `key usage`. */
  what: string
  log: Log
  /** Returns what was noted since the last batch, and starts the next; undefined if there is nothing. */
  take(): Batch | undefined
  /**
   * Writes a batch. If this fails, the same batch is tried again until it is certainly written: a write may succeed although
   * its answer is lost, so writing twice must change nothing.
   */
  write(batch: Batch): Promise<void>
  /** Returns what the log says about a batch that could not be written. */
  facts(batch: Batch): object
}

const everyMs = 1000
const triesAtStop = 5

/** Starts writing. A crash loses what was noted in the last second. */
export function createBatchWriter<Batch extends object>({
  what,
  log,
  take,
  write,
  facts,
}: BatchWriterOptions<Batch>): BatchWriter<Batch> {
  const outage = createOutageLog(
    log,
    `${what} could not be written and will be retried`,
    `${what} is written again`,
  )
  let unwritten: Batch | undefined
  let writing: Promise<void> | undefined
  let timer = writeLater()

  // Scheduled from the end of the previous write, so that writes do not pile up after a slow one.
  function writeLater(ms = everyMs): NodeJS.Timeout {
    const due = () => {
      writing = writeNext().then(() => {
        timer = writeLater()
      })
    }
    return setTimeout(due, ms).unref()
  }

  async function writeNext(): Promise<'nothing' | 'written' | 'failed'> {
    const batch = unwritten ?? take()
    if (batch === undefined) return 'nothing'
    unwritten = batch
    try {
      await write(batch)
      unwritten = undefined
      outage.worked()
      return 'written'
    } catch (error) {
      outage.failed(error, facts(batch))
      return 'failed'
    }
  }

  return {
    get unwritten() {
      return unwritten
    },
    // Called within calls, whose transactions are not for the batch.
    hurry: AsyncResource.bind(() => {
      if (unwritten !== undefined) return
      clearTimeout(timer)
      timer = writeLater(0)
    }),
    async stop() {
      clearTimeout(timer)
      await writing
      clearTimeout(timer)
      for (let failures = 0; failures < triesAtStop; ) {
        const outcome = await writeNext()
        if (outcome === 'nothing') return
        if (outcome === 'failed') failures++
      }
    },
  }
}
