import pg from 'pg'
import type { TrackerSet } from '#engines/matching'
import { createMatcher } from '../../server/insights/matching/matcher.ts'
import type { Postgres } from '../../server/testing/postgres.ts'
import { median, type Print, rounds, timeOf } from '../load.ts'
import { phrases, Speech } from './texts.ts'

export const trackerCounts = [1, 10, 100, 1000]
const runs = 3
const texts = 100
const characters = 20_000
/** PostgreSQL reads each text once for each tracker, so it gets few of them. */
const textsForPostgres = 2

/** Matching alone, in its thread, against a regular expression and against PostgreSQL. */
export async function matching(print: Print, postgres: Postgres): Promise<void> {
  const matcher = createMatcher()
  const client = new pg.Client({ connectionString: await postgres.createDatabase() })
  await client.connect()
  try {
    const cases = trackerCounts.map(caseOf)
    /** Milliseconds for a text: the matcher, the expression, PostgreSQL for each tracker, and for all in one statement. */
    const measured = await rounds(
      runs,
      cases.map((one) => async () => [
        (await timeOf(async () => {
          for (const text of one.texts) await matcher.match(text, one.set)
        })) / texts,
        (await timeOf(() => countMatches(one))) / texts,
        (await timeOf(() => searchEach(client, one))) / textsForPostgres,
        (await timeOf(() => searchOnce(client, one))) / texts,
      ]),
      1,
    )
    const times = measured.map((results) => [0, 1, 2, 3].map((at) => median(results.map((all) => all[at]!))))
    print(
      `matching alone: ${texts} texts of ${characters / 1000} kB, ${countMatches(cases[0]!)} mentions each time`,
    )
    const rate = (time: number) => `${(characters / 1000 / time).toFixed(2)} MB/s`.padStart(12)
    for (const [n, [ours = 0, expression = 0, perTracker = 0, once = 0]] of times.entries()) {
      print(
        `${String(trackerCounts[n]).padStart(5)} trackers ${rate(ours)} ${Math.round(1000 / ours)} sources/s  RegExp ${rate(expression)}  to_tsvector @@ per tracker ${rate(perTracker)}: ${(perTracker / ours).toFixed(1)} times  one to_tsvector for all ${rate(once)}: ${(once / ours).toFixed(1)} times`,
      )
    }
    print(
      `a text with 1,000 trackers takes ${(times[3]![0]! / times[1]![0]!).toFixed(2)} times as long as with 10`,
    )
  } finally {
    await matcher.stop()
    await client.end()
  }
}

type Case = ReturnType<typeof caseOf>

function caseOf(trackers: number) {
  const speech = new Speech(1)
  const queries = phrases.slice(0, trackers)
  const set: TrackerSet = {
    key: `${trackers} trackers`,
    trackers: queries.map((text, n) => ({
      id: String(n),
      definition: { phrases: [{ text, match: 'stem' }], query: null, exclude: [], scope: {}, language: 'en' },
    })),
  }
  return {
    texts: Array.from({ length: texts }, () => withSegments(speech.text(characters, trackers))),
    set,
    queries,
    expression: new RegExp(`\\b(?:${queries.join('|')})\\b`, 'giu'),
  }
}

function countMatches({ texts, expression }: Case): number {
  let found = 0
  for (const { text } of texts) for (const _ of text.matchAll(expression)) found++
  return found
}

async function searchEach(client: pg.Client, { texts, queries }: Case): Promise<void> {
  const some = texts.slice(0, textsForPostgres).map(({ text }) => text)
  for (const phrase of queries) {
    await client.query(
      `select n from unnest($1::text[]) with ordinality as t (text, n)
      where to_tsvector('english', text) @@ phraseto_tsquery('english', $2)`,
      [some, phrase],
    )
  }
}

const searchOnce = (client: pg.Client, { texts, queries }: Case) =>
  client.query(
    `with vector as materialized (
      select n, to_tsvector('english', text) as words from unnest($1::text[]) with ordinality as t (text, n)
    ), asked as materialized (
      select phrase, phraseto_tsquery('english', phrase) as query from unnest($2::text[]) as phrase
    ) select n, phrase from vector join asked on words @@ query`,
    [texts.map(({ text }) => text), queries],
  )

function withSegments(text: string) {
  const segments = [...text.matchAll(/[^\n]+/g)].map(({ 0: paragraph, index }) => ({
    start: index,
    end: index + paragraph.length,
  }))
  return { text, parts: [{ number: 1, start: 0, text, segments }], language: 'en' }
}
