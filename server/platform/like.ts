import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Returns a LIKE pattern for text that contains `text`, with its wildcards escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Returns text as searches compare it: without accents, in lower case. */
export const folded = (text: RawBuilder<unknown>): RawBuilder<string> => sql`folded(${text})`

/** Returns whether a text has this part, ignoring case and accents. A trigram index on the folded text serves it. */
export const hasPart = (text: RawBuilder<unknown>, part: string): RawBuilder<SqlBool> =>
  sql`${folded(text)} like ${folded(sql`${containing(part)}`)}`
