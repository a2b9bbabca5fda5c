import { sql } from 'kysely'
import { languages } from '#contract'
import type { Reader } from '#platform'
import { type Term, toWebsearch } from './asked.ts'
import { ofProject } from './configurations.ts'

/**
 * So many passages are ranked, the first that the index gives: a word that stands in a million of them says little about
 * any, and ranking takes a hundredth of a millisecond each.
 */
const ranked = 2000

/** A passage that was found; offsets in UTF-16 units. */
export interface FoundPassage {
  sourceId: string
  sourceTitle: string
  occurredAt: string
  /** Where it stands in the text. */
  start: number
  text: string
  /** Where they stand in the text, too. */
  segments: [start: number, end: number, speaker: string | null, startMs: number | null][]
  configuration: string
  score: number
}

/** The passages of a project that have what is asked for, the best first. */
export async function findPassages(
  tx: Reader,
  projectId: string,
  terms: Term[],
  limit: number,
): Promise<FoundPassage[]> {
  const asked = await queriesOf(tx, projectId, terms)
  if (asked.length === 0) return []
  const inProject = asked
    .map(({ configuration, query }) => `((${query}) & '${ofProject(projectId, configuration)}')`)
    .join(' | ')
  // Ranked by how near to one another the words stand, and how often; a little less where the passage is long.
  const { rows } = await sql<FoundPassage>`
    with asked as (
      select * from unnest(
        ${asked.map(({ configuration }) => configuration)}::text[], ${asked.map(({ query }) => query)}::tsquery[]
      ) as asked (configuration, query)
    ), candidate as materialized (
      select found.* from (
        select source_id, reading, number, start_offset, text, segments, configuration, words
        from source_passages where words @@ ${inProject}::tsquery offset 0
      ) found
      -- Those of texts that are no more are none of the candidates; looked up one by one, because most are left out.
      cross join lateral (
        select from source_texts t where t.source_id = found.source_id and t.reading = found.reading limit 1
      ) present limit ${ranked}
    ), best as (
      select candidate.*, ts_rank_cd(words, query, 1) as score from candidate join asked using (configuration)
      order by score desc, source_id desc, number limit ${limit}
    )
    select source_id, title as source_title, coalesce(occurred_at, created_at) as occurred_at, start_offset as start,
      text, segments, configuration, score
    from best join sources on sources.id = source_id
    order by score desc, source_id desc, number`.execute(tx)
  return rows
}

/**
 * What is asked for, in each configuration in which the project has texts: few, so that each can have its own condition.
 * Where nothing but stop words is asked for, a configuration has none.
 */
async function queriesOf(tx: Reader, projectId: string, terms: Term[]) {
  const { rows } = await sql<{ configuration: string; query: string }>`
    select configuration, websearch_to_tsquery(configuration::regconfig, ${toWebsearch(terms)})::text as query
    from unnest(${Object.keys(languages)}::text[], ${Object.values(languages)}::text[]) as known (code, configuration)
    where exists (select from sources where project_id = ${projectId}::uuid and language = code)
    union all
    select 'simple', websearch_to_tsquery('simple', ${toWebsearch(terms)})::text`.execute(tx)
  return rows.filter(({ query }) => query !== '')
}
