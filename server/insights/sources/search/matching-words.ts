import { sql } from 'kysely'
import type { Reader } from '#platform'
import type { Term } from './asked.ts'
import type { FoundPassage } from './find-passages.ts'
import { wordsIn } from './words.ts'

/** Of the words of the passages, those that are forms of words asked for, by configuration: PostgreSQL knows the forms. */
export async function matchingWords(
  tx: Reader,
  passages: FoundPassage[],
  terms: Term[],
): Promise<Map<string, Set<string>>> {
  const matching = new Map<string, Set<string>>()
  const anyOf = terms.filter(({ without }) => !without).flatMap(({ words }) => words)
  if (passages.length === 0 || anyOf.length === 0) return matching
  const candidates = [...Map.groupBy(passages, ({ configuration }) => configuration)].flatMap(
    ([configuration, ofIt]) => {
      const words = new Set(ofIt.flatMap(({ text }) => Array.from(wordsIn(text), ({ indexed }) => indexed)))
      return Array.from(words, (word) => ({ configuration, word }))
    },
  )
  const { rows } = await sql<{ configuration: string; word: string }>`
    with asked as materialized (
      select configuration, websearch_to_tsquery(configuration::regconfig, ${anyOf.map((word) => `"${word}"`).join(' or ')}) as query
      from unnest(${[...new Set(passages.map(({ configuration }) => configuration))]}::text[]) as used (configuration)
    )
    select configuration, word
    from unnest(${candidates.map(({ configuration }) => configuration)}::text[], ${candidates.map(({ word }) => word)}::text[])
      as candidate (configuration, word)
    join asked using (configuration)
    where to_tsvector(configuration::regconfig, word) @@ query`.execute(tx)
  for (const { configuration, word } of rows) {
    const known = matching.get(configuration) ?? new Set()
    matching.set(configuration, known.add(word))
  }
  return matching
}
