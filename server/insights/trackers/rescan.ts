import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type Broken, type Checking, newId, rowsOf, type Transaction } from '#platform'
import { createMatcher, type Definition, type Matcher, type TrackerSet } from '../matching/index.ts'
import { type Evidence, evidenceOf, keptOf } from './mentions/evidence.ts'
import { inGroups } from './mentions/reconcile.ts'
import { standingIn } from './mentions/rows.ts'
import { fewEnough, readTexts, sourcesWithText } from './texts.ts'

const sourcesAtOnce = 50

/** Looks for all trackers in all texts, and compares with the mentions that are there. */
export async function* rescan({ tx }: Checking): AsyncGenerator<Broken> {
  const matcher = createMatcher()
  try {
    const projects = sql<{ id: string }>`select id from projects where deleted_at is null`
    for await (const { id } of rowsOf(tx, projects)) yield* rescanProject(tx, matcher, id)
  } finally {
    await matcher.stop()
  }
}

/** A tracker of which those sources are still to be gone through that come after `waitsAfter`. */
interface Looking {
  id: string
  definition: Definition
  waitsAfter: string | null | undefined
}

async function* rescanProject(tx: Transaction, matcher: Matcher, projectId: string): AsyncGenerator<Broken> {
  const trackers = await trackersOf(tx, projectId)
  if (trackers.length === 0) return
  const set: TrackerSet = { key: newId(), trackers }
  for (let last: string | undefined; ; ) {
    const next = await sourcesWithText(tx, projectId)
      .$if(last !== undefined, (query) => query.where('sources.id', '>', last!))
      .orderBy('sources.id')
      .limit(sourcesAtOnce)
      .execute()
    const ids = fewEnough(next).map(({ id }) => id)
    if (ids.length === 0) return
    last = ids.at(-1)
    for (const text of await readTexts(tx, ids)) {
      const done = trackers
        .filter(
          ({ waitsAfter }) =>
            waitsAfter === undefined || (waitsAfter !== null && text.sourceId <= waitsAfter),
        )
        .map(({ id }) => id)
      const among = new Set(done)
      const matched = await matcher.match(text, set)
      const found = new Map([...matched].filter(([id]) => among.has(id)))
      for (const group of await inGroups(tx, [{ sourceId: text.sourceId, found }], done)) {
        const evidence = group.flatMap((id) =>
          keptOf(text.text, found.get(id) ?? []).map((one) => ({
            id,
            ...evidenceOf(text.text, text.segments, one),
          })),
        )
        yield* differences(
          text.sourceId,
          new Map(evidence.map(({ id, ...one }) => [placeOf(id, one), one])),
          await standingIn(tx, [text.sourceId], group),
        )
      }
    }
  }
}

function* differences(
  sourceId: string,
  found: Map<string, Evidence>,
  there: Awaited<ReturnType<typeof standingIn>>,
): Generator<Broken> {
  for (const { trackerId, seq, evidence } of there) {
    const place = placeOf(trackerId, evidence)
    const anew = found.get(place)
    found.delete(place)
    const row = `mentions ${trackerId}/${seq}`
    if (!anew) yield { row, what: `a scan does not find “${evidence.text}” there` }
    else if (!isDeepStrictEqual(evidence, anew))
      yield { row, what: 'it shows something else than the text has' }
  }
  for (const [place, { text }] of found)
    yield {
      row: `sources ${sourceId}`,
      what: `tracker ${place.split(' ')[0]} finds “${text}” in it, and no mention says so`,
    }
}

const placeOf = (trackerId: string, { start, end, rule }: Evidence): string =>
  [trackerId, start, end, rule].join(' ')

async function trackersOf(tx: Transaction, projectId: string): Promise<Looking[]> {
  const { rows } = await sql<Definition & { id: string; waiting: boolean; lastSource: string | null }>`
    select t.id, phrases, query, exclude, language, b.tracker_id is not null as waiting, b.last_source
    from trackers t left join tracker_backfills b on b.tracker_id = t.id
    where t.project_id = ${projectId}::uuid and t.deleted_at is null order by t.id`.execute(tx)
  return rows.map(({ id, waiting, lastSource, ...definition }) => ({
    id,
    definition,
    waitsAfter: waiting ? lastSource : undefined,
  }))
}
