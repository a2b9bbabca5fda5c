import { createHash } from 'node:crypto'
import { type FoundMention, previewTracker } from '#contract'
import { type Database, type Implementation, implementOutside } from '#platform'
import type { Definition, Matcher, TrackerSet } from '../matching/index.ts'
import { refuseUnknownProject } from '../projects/live.ts'
import { refuseBadDefinition } from './definition.ts'
import { evidenceOf, keptOf } from './mentions/evidence.ts'
import { fewEnough, readTexts, sourcesWithText } from './texts.ts'

/** Nobody waits much longer, whatever there is: what was not searched by then is said not to have been. */
const budgetMs = 2_000
/** After so long, a source that is still being searched is left. */
const limitMs = 10_000
const sourcesAtOnce = 50
const mostShown = 50

export const createPreview = (matcher: Matcher): Implementation =>
  implementOutside(previewTracker, async ({ db, params: { projectId }, body, signal }) => {
    const until = performance.now() + budgetMs
    const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
    const { phrases = [], query = null, exclude = [], language = null } = body
    const definition = { phrases, query, exclude, language }
    refuseBadDefinition(definition)
    await refuseUnknownProject(db.reader, projectId)
    const set = setOf(definition)
    const counts = { mentions: 0, sources: 0 }
    const sample: FoundMention[] = []
    let searched = 0
    for await (const { sourceId, title, occurredAt, ...source } of newestFirst(db, projectId)) {
      const matched = await matcher.match(source, set, limit).catch((error: unknown) => {
        if (limit.aborted) return null
        throw error
      })
      if (!matched) break
      const found = keptOf(source.text, matched.get(set.key) ?? [])
      searched++
      counts.mentions += found.length
      if (found.length > 0) counts.sources++
      for (const one of found.slice(0, mostShown - sample.length)) {
        const evidence = evidenceOf(source.text, source.segments, one)
        sample.push({ sourceId, sourceTitle: title, ...evidence, occurredAt })
      }
      if (performance.now() > until) break
    }
    const of = Math.max(searched, await readySources(db, projectId))
    return { counts, searched: { sources: searched, of }, sample }
  })

/** What was prepared for one preview serves the next that looks for the same. */
function setOf(definition: Definition): TrackerSet {
  const key = createHash('sha256').update(JSON.stringify(definition)).digest('base64')
  return { key, trackers: [{ id: key, definition }] }
}

async function* newestFirst({ reader }: Database, projectId: string) {
  for (let last: string | undefined; ; ) {
    const next = await sourcesWithText(reader, projectId)
      .$if(last !== undefined, (query) => query.where('sources.id', '<', last!))
      .orderBy('sources.id', 'desc')
      .limit(sourcesAtOnce)
      .execute()
    const ids = fewEnough(next).map(({ id }) => id)
    last = ids.at(-1)
    if (!last) return
    const texts = await readTexts(reader, ids)
    yield* texts.sort((a, b) => (a.sourceId > b.sourceId ? -1 : 1))
  }
}

async function readySources({ reader }: Database, projectId: string): Promise<number> {
  const row = await reader
    .selectFrom('sourceCounts')
    .select('ready')
    .where('projectId', '=', projectId)
    .executeTakeFirst()
  return row?.ready ?? 0
}
