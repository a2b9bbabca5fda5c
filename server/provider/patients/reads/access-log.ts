import type { Database } from '#database'
import { createBatchWriter, type Log, type NoteRead, newId } from '#platform'
import { type Read, writeReads } from './write-reads.ts'

/**
 * Notes which call showed which patients: in memory, written at most once a second, so that no read waits for it. A crash
 * loses at most one second.
 */
export interface AccessLog {
  noteRead: NoteRead
  /** The number of calls that are not written yet. */
  readonly backlog: number
  /** Writes the rest and stops. */
  stop(): Promise<void>
}

/** The size of a batch, in calls and patients. */
const mostInBatch = 10_000
/**
 * How much is noted while nothing can be written, in calls and patients: about 30 MB. Later calls succeed without an entry,
 * and are counted in the log.
 */
export const mostNoted = 300_000

/** Starts the access log. Whether it is turned on is checked when a batch is written. */
export function createAccessLog(db: Database, log: Log): AccessLog {
  let noted: Read[] = []
  let size = 0
  let lost = 0
  const writer = createBatchWriter<Read[]>({
    what: 'the access log',
    log,
    take() {
      let [calls, taken] = [0, 0]
      while (calls < noted.length && taken < mostInBatch) taken += sizeOf(noted[calls++]!)
      const reads = noted.slice(0, calls)
      noted = noted.slice(calls)
      size -= taken
      return calls > 0 ? reads : undefined
    },
    async write(reads) {
      await writeReads(db, reads)
      if (lost > 0) log.error({ calls: lost }, 'calls that showed patients are missing in the access log')
      lost = 0
    },
    facts: (reads) => ({ calls: reads.length }),
  })

  return {
    noteRead({ userId, apiKey, address = null }, operation, shown) {
      const apiKeyId = apiKey?.id ?? null
      const read = {
        id: newId(),
        at: Date.now(),
        userId,
        apiKeyId,
        address,
        operation: operation.id,
        ...shown,
      }
      const before = size
      if (before + sizeOf(read) > mostNoted) {
        lost++
        return
      }
      noted.push(read)
      size += sizeOf(read)
      if (before < mostInBatch && size >= mostInBatch) writer.hurry()
    },
    get backlog() {
      return noted.length + (writer.unwritten?.length ?? 0)
    },
    stop: writer.stop,
  }
}

const sizeOf = ({ patientIds }: Read): number => 1 + (patientIds === 'all' ? 0 : patientIds.length)
