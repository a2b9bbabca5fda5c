import { sql } from 'kysely'
import type { Input, searchProject } from '#contract'
import type { Reader } from '#database'
import type { Language } from '#languages'
import type { Search } from './searches.ts'
import { toQuery } from './terms.ts'
import { quoted } from './vector.ts'
import { projectWord, speakerWord } from './words.ts'

/**
 * Only the first passages from the index are ranked: a word in a million passages says little about any, and ranking
 * takes 0.01 ms each.
 */
const ranked = 2000

/** The place of a passage among those found, the best first. */
export interface Rank {
  score: number
  sourceId: string
  /** In the source. */
  number: number
}

/** A passage that was found; offsets in UTF-16 units. */
export interface FoundPassage extends Rank {
  sourceTitle: string
  occurredAt: string
  /** Its place in the source's text. */
  start: number
  text: string
  /** With places in the source's text. */
  segments: [start: number, end: number, speaker: string | null, startMs: number | null][]
  language: Language | null
}

interface Wanted {
  searches: Search[]
  filters: Filters
  /** The last passage of the previous page. */
  after: Rank | undefined
  limit: number
}

type Filters = Pick<Input<typeof searchProject>, 'kind' | 'tag' | 'speaker' | 'author' | 'from' | 'to'>

/** Returns the passages of a project that match, the best first. */
export async function findPassages(
  tx: Reader,
  projectId: string,
  { searches, filters, after, limit }: Wanted,
): Promise<FoundPassage[]> {
  const queries = searches.map(({ language, terms }) => ({ language, query: toQuery(terms, language) }))
  const speaker = filters.speaker === undefined ? '' : ` & ${quoted(speakerWord(filters.speaker))}`
  const inProject = queries
    .map(({ language, query }) => `((${query}) & ${quoted(projectWord(projectId, language))}${speaker})`)
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
      -- Without passages of former texts and of other sources. Looked up one by one, because the limit cuts most off.
      cross join lateral (
        select from source_texts t where t.source_id = found.source_id and t.reading = found.reading limit 1
      ) present ${ofSources(filters)} limit ${ranked}
    ), best as (
      select * from (
        select candidate.*, ts_rank_cd(words, terms, 1) as score from candidate join query using (configuration)
      ) scored ${after ? sql`where ${isAfter(after)}` : sql``}
      order by score desc, source_id desc, number limit ${limit}
    )
    select source_id, title as source_title, coalesce(occurred_at, created_at) as occurred_at, number,
      start_offset as start, text, segments, nullif(configuration, '') as language, score
    from best join sources on sources.id = source_id
    order by score desc, source_id desc, number`.execute(tx)
  return rows
}

const isAfter = ({ score, sourceId, number }: Rank) => sql`
  (score < ${score}::real or (score = ${score}::real
    and (source_id < ${sourceId}::uuid or (source_id = ${sourceId}::uuid and number > ${number}))))`

/** Joins the sources that the filters select; nothing without filters. */
function ofSources({ kind, tag, author, from, to }: Filters) {
  const when = sql`coalesce(s.occurred_at, s.created_at)`
  const conditions = [
    kind !== undefined && sql`s.kind = ${kind}`,
    tag !== undefined && sql`s.tags @> ${[tag]}::text[]`,
    author !== undefined && sql`lower(s.author) = lower(${author})`,
    from !== undefined && sql`${when} >= ${from}::timestamptz`,
    to !== undefined && sql`${when} < ${to}::timestamptz`,
  ].filter((condition) => condition !== false)
  if (conditions.length === 0) return sql``
  return sql`cross join lateral (
    select from sources s where s.id = found.source_id and ${sql.join(conditions, sql` and `)} limit 1
  ) wanted`
}
