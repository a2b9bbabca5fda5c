import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Returns a LIKE pattern for text that contains `text`, with its wildcards escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Returns text as searches compare it: without accents, in lower case. */
export const folded = (text: RawBuilder<unknown>): RawBuilder<string> => sql`folded(${text})`

/**
 * Returns whether each word of `q` is a part of one of the texts, in any order, ignoring case and accents. A trigram index on
 * the folded texts serves it.
 */
export const hasWords = (texts: RawBuilder<unknown>[], q: string): RawBuilder<SqlBool> => {
  const isIn = (word: string) => (text: RawBuilder<unknown>) =>
    sql`${folded(text)} like ${folded(sql`${containing(word)}`)}`
  const words = [...new Set(q.trim().split(/\s+/))]
  return sql`(${sql.join(
    words.map((word) => sql`(${sql.join(texts.map(isIn(word)), sql` or `)})`),
    sql` and `,
  )})`
}
