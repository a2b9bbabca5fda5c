import { createHash } from 'node:crypto'
import { type FoundMention, previewTracker } from '#contract'
import { isInScope } from '#engines/matching'
import { type Implementation, implementOutside } from '#platform'
import { eachText } from '../library/texts.ts'
import type { Matcher } from '../matching/matcher.ts'
import { evidenceOf, storableIn } from '../mentions/evidence.ts'
import { toDefinition } from './definition.ts'

/** No further source is searched after this long; the response states how many were. */
const budgetMs = 2_000
/** A source that takes longer than this is abandoned. On a slow machine, the first one waits for the matcher to start. */
const limitMs = 60_000
const mostShown = 20

export const createPreview = (matcher: Matcher): Implementation =>
  implementOutside(previewTracker, async ({ db: { reader }, params: { projectId }, body, signal }) => {
    const until = performance.now() + budgetMs
    const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
    const definition = toDefinition(body)
    // Equal definitions have equal keys, so that the matcher prepares them once.
    const key = createHash('sha256').update(JSON.stringify(definition)).digest('base64')
    const set = { key, trackers: [{ id: key, definition }] }
    const counts = { mentions: 0, sources: 0 }
    const sample: FoundMention[] = []
    let searched = 0
    for await (const { text, parts } of eachText(reader, projectId, 'desc')) {
      const { sourceId, reading, title: sourceTitle, occurredAt, language } = text
      searched++
      if (!isInScope(definition.scope, text)) continue
      const matched = await matcher.match({ parts, language }, set, limit).catch((error: unknown) => {
        if (limit.aborted) return null
        throw error
      })
      if (!matched) {
        searched--
        break
      }
      if (matched.size > 0) counts.sources++
      const texts = [{ sourceId, reading, language, found: matched }]
      for await (const { part, sentiment, found } of storableIn(reader, texts, [key])) {
        counts.mentions++
        if (sample.length < mostShown)
          sample.push({ sourceId, sourceTitle, ...evidenceOf(part, found, sentiment), occurredAt })
      }
      if (performance.now() > until) break
    }
    const row = await reader
      .selectFrom('sourceCounts')
      .select('ready')
      .where('projectId', '=', projectId)
      .executeTakeFirst()
    return { counts, searched: { sources: searched, of: Math.max(searched, row?.ready ?? 0) }, sample }
  })
