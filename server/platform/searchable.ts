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
  /** Selects the matching records that the caller may see, with the columns of `Searched`. */
  matching(q: string, actor: Actor): RawBuilder<Searched>
}

/** Returns whether a text has words like those of `q`. A trigram index on the folded text serves it. */
export const resembles = (text: RawBuilder<unknown>, q: string): RawBuilder<boolean> =>
  sql`${folded(sql`${q}`)} <% ${folded(text)}`

/** Returns how well a text matches `q`, from 0 to 1. */
export const matchOf = (text: RawBuilder<unknown>, q: string): RawBuilder<number> =>
  sql`text_match(${folded(sql`${q}`)}, ${folded(text)})`
