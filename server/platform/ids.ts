import { randomUUIDv7 } from 'node:crypto'

/** A UUIDv7 (RFC 9562), made in Node since PostgreSQL learns it only in 18. Later ones sort later, to the millisecond. */
export const newId = (): string => randomUUIDv7()
