import type { Database } from '#database'
import { createBatchWriter, type Log, type NoteRead } from '#platform'
import { type Read, writeReads } from './write-reads.ts'

/**
 * Notes who reads which patient's record: in memory on every call, written at most once a second, so that no read waits for
 * it. A crash loses at most one second.
 */
export interface AccessLog {
  noteRead: NoteRead
  /** The number of reads that are not written yet. */
  readonly backlog: number
  /** Writes the rest and stops. */
  stop(): Promise<void>
}

/** A batch of as many is written at once. */
const mostInBatch = 10_000
/** How many reads are noted while nothing can be written. Later ones succeed without an entry, and are counted in the log. */
export const mostNoted = 100_000
const minuteMs = 60_000

/** Starts the access log. Whether it is turned on is checked when a batch is written. */
export function createAccessLog(db: Database, log: Log): AccessLog {
  const noted = new Map<string, Read>()
  let lost = 0
  const writer = createBatchWriter<Read[]>({
    what: 'the access log',
    log,
    take() {
      const reads = noted.entries().take(mostInBatch).toArray()
      for (const [key] of reads) noted.delete(key)
      return reads.length > 0 ? reads.map(([, read]) => read) : undefined
    },
    async write(reads) {
      await writeReads(db, reads)
      if (lost > 0) log.error({ reads: lost }, 'reads of patient records are missing in the access log')
      lost = 0
    },
    facts: (reads) => ({ reads: reads.length }),
  })

  return {
    noteRead({ userId, apiKey }, patientId) {
      const minute = Math.floor(Date.now() / minuteMs) * minuteMs
      const apiKeyId = apiKey?.id ?? null
      const key = `${patientId} ${userId} ${apiKeyId} ${minute}`
      if (noted.has(key)) return
      if (noted.size === mostNoted) {
        lost++
        return
      }
      noted.set(key, { patientId, userId, apiKeyId, minute })
      if (noted.size === mostInBatch) writer.hurry()
    },
    get backlog() {
      return noted.size + (writer.unwritten?.length ?? 0)
    },
    stop: writer.stop,
  }
}
