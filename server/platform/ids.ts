import { randomUUIDv7 } from 'node:crypto'

/** Creates a UUIDv7 (RFC 9562), which sorts by creation time in milliseconds. PostgreSQL has it only since version 18. */
export const newId = (): string => randomUUIDv7()

/** Returns the smallest id that `newId` can create at a time: later records have greater ids. */
export const firstIdAt = (time: Date): string =>
  time
    .getTime()
    .toString(16)
    .padStart(12, '0')
    .replace(/(.{8})(.{4})/, '$1-$2-7000-8000-000000000000')
