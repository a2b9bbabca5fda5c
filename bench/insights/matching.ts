import pg from 'pg'
import { createMatcher, type TrackerSet } from '../../server/insights/matching/index.ts'
import type { Postgres } from '../../server/testing/postgres.ts'
import { median } from '../load.ts'
import { phrases, Speech } from './texts.ts'

export const trackerCounts = [1, 10, 100, 1000]
const rounds = 5
const texts = 100
const characters = 20_000
/** PostgreSQL reads each text once for each tracker, so it gets few of them. */
const textsForPostgres = 2

/** What matching alone takes, in its thread, against a regular expression and against PostgreSQL. */
export async function matching(print: (line: string) => void, postgres: Postgres): Promise<void> {
  const matcher = createMatcher()
  const client = new pg.Client({ connectionString: await postgres.createDatabase() })
  await client.connect()
  try {
    const cases = trackerCounts.map((trackers) => new Case(trackers))
    const times = cases.map(() => new Times())
    for (let round = 0; round <= rounds; round++) {
      for (const [n, one] of cases.entries()) {
        const ours = await timeOf(async () => {
          for (const text of one.texts) await matcher.match(text, one.set)
        })
        // The first round warms up.
        if (round === 0) continue
        times[n]!.ours.push(ours / texts)
        times[n]!.expression.push((await timeOf(() => one.byExpression())) / texts)
        if (round > 3) continue
        times[n]!.perTracker.push((await timeOf(() => one.byPostgres(client))) / textsForPostgres)
        times[n]!.once.push((await timeOf(() => one.byVectors(client))) / texts)
      }
    }
    print(
      `matching alone: ${texts} texts of ${characters / 1000} kB, ${cases[0]!.mentions} mentions each time`,
    )
    const rate = (list: number[]) => `${(characters / 1000 / median(list)).toFixed(2)} MB/s`.padStart(12)
    for (const [n, { ours, expression, perTracker, once }] of times.entries()) {
      print(
        `${String(trackerCounts[n]).padStart(5)} trackers ${rate(ours)} ${Math.round(1000 / median(ours))} sources/s  RegExp ${rate(expression)}  to_tsvector @@ per tracker ${rate(perTracker)}: ${(median(perTracker) / median(ours)).toFixed(1)} times  one to_tsvector for all ${rate(once)}: ${(median(once) / median(ours)).toFixed(1)} times`,
      )
    }
    print(
      `a text with 1,000 trackers takes ${(median(times[3]!.ours) / median(times[1]!.ours)).toFixed(2)} times as long as with 10`,
    )
  } finally {
    await matcher.stop()
    await client.end()
  }
}

/** In ms for a text. */
class Times {
  readonly ours: number[] = []
  readonly expression: number[] = []
  readonly perTracker: number[] = []
  readonly once: number[] = []
}

class Case {
  readonly texts
  readonly set: TrackerSet
  readonly mentions: number
  private readonly expression: RegExp
  private readonly queries: string[]

  constructor(trackers: number) {
    const speech = new Speech(1)
    const looked = phrases.slice(0, trackers)
    this.texts = Array.from({ length: texts }, () => asText(speech.text(characters, trackers)))
    this.set = {
      key: `${trackers} trackers`,
      trackers: looked.map((text, n) => ({
        id: String(n),
        definition: { phrases: [{ text, match: 'stem' }], query: null, exclude: [], language: 'en' },
      })),
    }
    this.expression = new RegExp(`\\b(?:${looked.join('|')})\\b`, 'giu')
    this.queries = looked
    this.mentions = this.byExpression()
  }

  byExpression(): number {
    let found = 0
    for (const { text } of this.texts) for (const _ of text.matchAll(this.expression)) found++
    return found
  }

  async byPostgres(client: pg.Client): Promise<void> {
    const some = this.texts.slice(0, textsForPostgres).map(({ text }) => text)
    for (const phrase of this.queries) {
      await client.query(
        `select n from unnest($1::text[]) with ordinality as t (text, n)
        where to_tsvector('english', text) @@ phraseto_tsquery('english', $2)`,
        [some, phrase],
      )
    }
  }

  async byVectors(client: pg.Client): Promise<void> {
    await client.query(
      `with vector as materialized (
        select n, to_tsvector('english', text) as words from unnest($1::text[]) with ordinality as t (text, n)
      ), asked as materialized (
        select phrase, phraseto_tsquery('english', phrase) as query from unnest($2::text[]) as phrase
      ) select n, phrase from vector join asked on words @@ query`,
      [this.texts.map(({ text }) => text), this.queries],
    )
  }
}

function asText(text: string) {
  const segments = [...text.matchAll(/[^\n]+/g)].map(({ 0: paragraph, index }) => ({
    start: index,
    end: index + paragraph.length,
  }))
  return { text, segments, language: 'en' }
}

export async function timeOf(work: () => unknown): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
