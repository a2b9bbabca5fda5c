import { randomUUIDv7 } from 'node:crypto'

/** Creates a UUIDv7 (RFC 9562), which sorts by creation time in milliseconds. PostgreSQL has it only since version 18. */
export const newId = (): string => randomUUIDv7()
