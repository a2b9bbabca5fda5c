import { sql } from 'kysely'
import type { Reader } from '#database'
import type { FoundPassage } from './find-passages.ts'
import type { Term } from './terms.ts'
import { indexedWords } from './words.ts'

/** Returns the words of the passages and of their speakers that are forms of a searched word, by configuration: PostgreSQL knows the forms. */
export async function matchingWords(
  tx: Reader,
  passages: FoundPassage[],
  terms: Term[],
): Promise<Map<string, Set<string>>> {
  const anyOf = terms.filter(({ without }) => !without).flatMap(({ words }) => words)
  if (passages.length === 0 || anyOf.length === 0) return new Map()
  const byConfiguration = Map.groupBy(passages, ({ configuration }) => configuration)
  const candidates = [...byConfiguration].flatMap(([configuration, found]) =>
    Array.from(new Set(found.flatMap(wordsOf)), (word) => ({ configuration, word })),
  )
  const { rows } = await sql<{ configuration: string; word: string }>`
    with query as materialized (
      select configuration, websearch_to_tsquery(configuration::regconfig, ${anyOf.map((word) => `"${word}"`).join(' or ')}) as terms
      from unnest(${[...byConfiguration.keys()]}::text[]) as used (configuration)
    )
    select configuration, word
    from unnest(${candidates.map(({ configuration }) => configuration)}::text[], ${candidates.map(({ word }) => word)}::text[])
      as candidate (configuration, word)
    join query using (configuration)
    where to_tsvector(configuration::regconfig, word) @@ terms`.execute(tx)
  const matching = Map.groupBy(rows, ({ configuration }) => configuration)
  return new Map(
    Array.from(matching, ([configuration, found]) => [configuration, new Set(found.map(({ word }) => word))]),
  )
}

const wordsOf = ({ text, segments }: FoundPassage): string[] => [
  ...indexedWords(text),
  ...new Set(segments.flatMap(([, , speaker]) => (speaker === null ? [] : indexedWords(speaker)))),
]
