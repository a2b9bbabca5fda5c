import { type RawBuilder, sql } from 'kysely'
import type { Actor, Operation, SearchType } from '#contract'
import { folded } from './like.ts'

/** A record that the search over all records may return. */
export interface Searched {
  id: string
  title: string
  subtitle: string
  /** The address of its page. */
  path: string
  /** How well it matches, from 0 to 1. */
  match: number
  /** When it was created or last changed. */
  at: string
}

/** A kind of record that the search over all records finds. */
export interface Searchable {
  type: SearchType
  /** Lists such records. Who may not use it does not find them either. */
  list: Operation
  /** Returns the id of the patient that a found record shows, from the record's id; left out if it shows none. */
  patientOf?(id: RawBuilder<string>): RawBuilder<string>
  /** Names a query, `name as (select …)`, that `matching` reads. Kinds with the same one run it once. */
  shared?(q: string): RawBuilder<unknown>
  /** Selects the matching records that the caller may see, with the columns of `Searched`. */
  matching(q: string, actor: Actor): RawBuilder<Searched>
}

/** Of a question, the longest so many words are searched for: the others are mostly grammar. */
const wordsAtMost = 5

/** Returns what to search for: all of `q`, and its words if it has several. */
function partsOf(q: string): string[] {
  const words = [...new Set(q.split(/[\s\p{P}]+/u).filter((word) => [...word].length > 2))]
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, wordsAtMost)
  return /\s/.test(q.trim()) ? [q, ...longest] : [q]
}

/** Returns whether a text has a word like one of `q`. A trigram index on the folded text serves it. */
export const resembles = (text: RawBuilder<unknown>, q: string): RawBuilder<boolean> =>
  sql`(${sql.join(
    partsOf(q).map((part) => sql`${folded(sql`${part}`)} <% ${folded(text)}`),
    sql` or `,
  )})`

/** Returns how well a text matches `q`, from 0 to 1: as a whole, or by as many of its words as possible. */
export function matchOf(text: RawBuilder<unknown>, q: string): RawBuilder<number> {
  const matchOfPart = (part: string) => sql`text_match(${folded(sql`${part}`)}, ${folded(text)})`
  const [whole, ...words] = partsOf(q)
  if (words.length === 0) return sql`${matchOfPart(whole!)}`
  const length = words.join('').length
  const byWords = sql.join(
    words.map((word) => sql`${word.length / length}::real * ${matchOfPart(word)}`),
    sql` + `,
  )
  return sql`greatest(${matchOfPart(whole!)}, 0.9 * (${byWords}))::real`
}
