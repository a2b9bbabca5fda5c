import { readFileSync } from 'node:fs'
import path from 'node:path'

/** PostgreSQL's account of how the database was left. */
export const controlFile = 'global/pg_control'

/** Where the log begins with which PostgreSQL recovers. */
export interface Control {
  /** Bytes since the beginning of all logs. 0 if the file is too short. */
  redo: bigint
  timeline: number
}

/** Reads `checkPointCopy`, as in PostgreSQL's `pg_control.h`: 64 bits at byte 40, and 32 after these. */
export function readControl(cluster: string): Control {
  const bytes = readFileSync(path.join(cluster, controlFile))
  if (bytes.length < 52) return { redo: 0n, timeline: 0 }
  return { redo: bytes.readBigUInt64LE(40), timeline: bytes.readUInt32LE(48) }
}

/** Bytes of a file of the log. */
export const logFileBytes = 2n ** 24n

/** Returns the name of the file of the log with which PostgreSQL recovers. */
export function logFileOf({ redo, timeline }: Control): string {
  const segment = redo / logFileBytes
  const parts = [BigInt(timeline), segment / 256n, segment % 256n]
  return `pg_wal/${parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')}`
}
