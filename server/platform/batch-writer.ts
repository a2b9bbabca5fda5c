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
  /** Returns whether the next batch is written immediately after one, such as the next part of the same second. */
  isMoreDue?(): boolean
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
  isMoreDue = () => false,
  write,
  facts,
}: BatchWriterOptions<Batch>): BatchWriter<Batch> {
  const outage = createOutageLog(
    log,
    `${what} could not be written and will be retried`,
    `${what} is written again`,
  )
  let unwritten: Batch | undefined
  let writing: Promise<unknown> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  writeLater()

  function writeLater(ms = everyMs): void {
    clearTimeout(timer)
    if (isStopped) return
    const due = () => {
      writing = writeNext()
    }
    timer = setTimeout(due, ms).unref()
  }

  async function writeNext(): Promise<'nothing' | 'written' | 'failed'> {
    let nextMs = everyMs
    try {
      unwritten ??= take()
      if (unwritten === undefined) return 'nothing'
      await write(unwritten)
      unwritten = undefined
      outage.worked()
      if (isMoreDue()) nextMs = 0
      return 'written'
    } catch (error) {
      outage.failed(error, unwritten && facts(unwritten))
      return 'failed'
    } finally {
      // Scheduled from the end of this write, so that writes do not pile up after a slow one.
      writeLater(nextMs)
    }
  }

  return {
    get unwritten() {
      return unwritten
    },
    // Called within calls, whose transactions are not for the batch.
    hurry: AsyncResource.bind(() => {
      if (unwritten === undefined) writeLater(0)
    }),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await writing
      for (let failures = 0; failures < triesAtStop; ) {
        const outcome = await writeNext()
        if (outcome === 'nothing') return
        if (outcome === 'failed') failures++
      }
    },
  }
}
