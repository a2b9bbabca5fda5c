import { sql } from 'kysely'
import type { Reader } from '#database'
import type { Language } from '#languages'
import type { Search } from './searches.ts'
import { toQuery } from './terms.ts'
import { quoted } from './vector.ts'
import { projectWord } from './words.ts'

/**
 * Only the first passages from the index are ranked: a word in a million passages says little about any, and ranking
 * takes 0.01 ms each.
 */
const ranked = 2000

/** A passage that was found; offsets in UTF-16 units. */
export interface FoundPassage {
  sourceId: string
  sourceTitle: string
  occurredAt: string
  /** Its place in the source's text. */
  start: number
  text: string
  /** With places in the source's text. */
  segments: [start: number, end: number, speaker: string | null, startMs: number | null][]
  language: Language | null
  score: number
}

/** Returns the passages of a project that match, the best first. */
export async function findPassages(
  tx: Reader,
  projectId: string,
  searches: Search[],
  limit: number,
): Promise<FoundPassage[]> {
  const queries = searches.map(({ language, terms }) => ({ language, query: toQuery(terms, language) }))
  const inProject = queries
    .map(({ language, query }) => `((${query}) & ${quoted(projectWord(projectId, language))})`)
    .join(' | ')
  // Ranked by how close together the words are, and how frequent; long passages rank a little lower.
  const { rows } = await sql<FoundPassage>`
    with query as (
      select * from unnest(
        ${queries.map(({ language }) => language ?? '')}::text[], ${queries.map(({ query }) => query)}::tsquery[]
      ) as query (configuration, terms)
    ), candidate as materialized (
      select found.* from (
        select source_id, reading, number, start_offset, text, segments, configuration, words
        from source_passages where words @@ ${inProject}::tsquery offset 0
      ) found
      -- Without passages of former texts. Looked up one by one, because the limit cuts most of them off.
      cross join lateral (
        select from source_texts t where t.source_id = found.source_id and t.reading = found.reading limit 1
      ) present limit ${ranked}
    ), best as (
      select candidate.*, ts_rank_cd(words, terms, 1) as score from candidate join query using (configuration)
      order by score desc, source_id desc, number limit ${limit}
    )
    select source_id, title as source_title, coalesce(occurred_at, created_at) as occurred_at, start_offset as start,
      text, segments, nullif(configuration, '') as language, score
    from best join sources on sources.id = source_id
    order by score desc, source_id desc, number`.execute(tx)
  return rows
}
