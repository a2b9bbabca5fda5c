import { sql } from 'kysely'
import type { Input, searchProject } from '#contract'
import type { Reader } from '#database'
import type { Language } from '#rules/languages'
import { lackingQuery, mostMissing, phraseQuery, toQuery } from './query.ts'
import type { Search } from './searches.ts'
import { quoted } from './vector.ts'
import { projectWord, speakerWord } from './words.ts'

/**
 * Of the passages that lack as many words, only the first ones from the index are ranked: a word in a million passages says
 * little about any, and ranking takes 0.01 ms each.
 */
const ranked = 2000

/** The place of a passage among those found, the best first. */
export interface Rank {
  /** How many of the searched words it lacks. */
  missing: number
  /** How well it matches among those that lack as many words, from 0 to 1. */
  score: number
  sourceId: string
  /** Its number in the source. */
  number: number
}

/** A passage that was found; offsets in UTF-16 units. */
export interface FoundPassage extends Rank {
  sourceTitle: string
  occurredAt: string
  /** Its place in the source's text. */
  start: number
  text: string
  /** Their places are those in the source's text. */
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

/** Returns the passages of a project that match, the best first: those with all words, then those that lack one, and so on. */
export async function findPassages(
  tx: Reader,
  projectId: string,
  { searches, filters, after, limit }: Wanted,
): Promise<FoundPassage[]> {
  const most = Math.max(...searches.map(({ alternatives }) => mostMissing(alternatives)))
  const queries: Query[] = []
  for (let missing = after?.missing ?? 0; missing <= most; missing++) {
    for (const { language, alternatives } of searches) {
      const query = lackingQuery(alternatives, missing)
      if (query)
        queries.push({ missing, language: language ?? '', query, terms: toQuery(alternatives, missing) })
    }
  }
  const steps = [...Map.groupBy(queries, ({ missing }) => missing).keys()]
  if (steps.length === 0) return []
  const phrases = searches.flatMap(({ language, alternatives }) => {
    const wanted = alternatives.flatMap((alternative) => alternative.wanted)
    const total = wanted.reduce((sum, { weight }) => sum + weight, 0)
    return wanted.map((phrase) => ({
      language: language ?? '',
      query: phraseQuery(phrase),
      share: phrase.weight / total,
    }))
  })
  const speaker = filters.speaker === undefined ? '' : ` & ${quoted(speakerWord(filters.speaker))}`
  const lacking = (missing: number) =>
    passagesLacking(missing, {
      condition: queries
        .filter((query) => query.missing === missing)
        .map(
          ({ language, query }) =>
            `((${query}) & ${quoted(projectWord(projectId, language || null))}${speaker})`,
        )
        .join(' | '),
      filters,
      after: after?.missing === missing ? after : undefined,
      limit,
    })
  // PostgreSQL reads one part after the other, until it has enough passages.
  const { rows } = await sql<FoundPassage>`
    with query as (
      select * from unnest(
        ${queries.map(({ missing }) => missing)}::integer[], ${queries.map(({ language }) => language)}::text[],
        ${queries.map(({ terms }) => terms)}::tsquery[]
      ) as query (missing, configuration, terms)
    ), phrase as (
      select * from unnest(
        ${phrases.map(({ language }) => language)}::text[], ${phrases.map(({ query }) => query)}::tsquery[],
        ${phrases.map(({ share }) => share)}::float8[]
      ) as phrase (configuration, phrase, share)
    ), best as (
      select * from (${sql.join(steps.map(lacking), sql` union all `)}) as found limit ${limit}
    )
    select source_id, title as source_title, coalesce(occurred_at, created_at) as occurred_at, number,
      start_offset as start, text, segments, nullif(configuration, '') as language, missing, score
    from best join sources on sources.id = source_id
    order by missing, score desc, source_id desc, number`.execute(tx)
  return rows
}

interface Query {
  missing: number
  language: Language | ''
  /** Finds passages that lack this many words. */
  query: string
  /** For those that lack fewer, too: what they are ranked by. */
  terms: string
}

/**
 * Ranked by how close together the words are, and how frequent; long passages rank a little lower. If words are missing,
 * by the words that are there in the first place: rare ones say more.
 */
function passagesLacking(
  missing: number,
  { condition, filters, after, limit }: { condition: string } & Omit<Wanted, 'searches'>,
) {
  const closeness = sql`(1 - 1 / (1 + ts_rank_cd(words, terms, 1)::float8))`
  const share = sql`(select coalesce(sum(share), 0) from phrase where phrase.configuration = candidate.configuration and words @@ phrase)`
  const score = missing === 0 ? closeness : sql`(round(${share}::numeric, 2) * 100 + ${closeness}) / 101`
  return sql`(
    select * from (
      select candidate.*, missing, ${score} as score
      from (
        select found.* from (
          select source_id, reading, number, start_offset, text, segments, configuration, words
          from source_passages where words @@ ${condition}::tsquery offset 0
        ) found
        -- Without passages of former texts and of other sources. Looked up one by one, because the limit cuts most off.
        cross join lateral (
          select from source_texts t where t.source_id = found.source_id and t.reading = found.reading limit 1
        ) present ${ofSources(filters)} limit ${ranked}
      ) candidate join query using (configuration) where missing = ${missing}
    ) scored ${after ? sql`where ${isAfter(after)}` : sql``}
    order by score desc, source_id desc, number limit ${limit})`
}

const isAfter = ({ score, sourceId, number }: Rank) => sql`
  (score < ${score}::float8 or (score = ${score}::float8
    and (source_id < ${sourceId}::uuid or (source_id = ${sourceId}::uuid and number > ${number}))))`

/** Joins the sources that the filters select; nothing without filters. */
function ofSources({ kind, tag, author, from, to }: Filters) {
  const when = sql`coalesce(s.occurred_at, s.created_at)`
  const conditions = [
    kind !== undefined && sql`s.kind = ${kind}`,
    tag !== undefined && sql`s.tags @> ${[tag]}::text[]`,
    author !== undefined && sql`lower_case(s.author) = lower_case(${author})`,
    from !== undefined && sql`${when} >= ${from}::timestamptz`,
    to !== undefined && sql`${when} < ${to}::timestamptz`,
  ].filter((condition) => condition !== false)
  if (conditions.length === 0) return sql``
  return sql`cross join lateral (
    select from sources s where s.id = found.source_id and ${sql.join(conditions, sql` and `)} limit 1
  ) wanted`
}
