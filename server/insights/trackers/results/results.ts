import { getTrackerResults, type Mention, type Output } from '#contract'
import { type Implementation, implementOnSnapshot, invalidField } from '#platform'
import { findTracker, toTracker } from '../tracker-rows.ts'
import { countsOf, trendOf } from './counts.ts'
import { cursorOf, seqOf } from './cursor.ts'
import { toMarkdown } from './markdown.ts'
import { pageOf } from './page.ts'

/** @param baseUrl of the pages, for links in Markdown */
export const createResults = (baseUrl: string): Implementation =>
  implementOnSnapshot(getTrackerResults, async ({ tx, params, query, format }) => {
    const tracker = toTracker(await findTracker(tx, params.trackerId))
    const { after, limit, order, from, to, ...filters } = query
    if (from && to && from > to) throw invalidField('to', 'The last day is before the first')
    const afterSeq = after === undefined ? undefined : seqOf(after, tracker.id, order)
    const wanted = { afterSeq, limit: limit + 1, order, from, to, ...filters }
    const found = await pageOf(tx, tracker.id, wanted)
    const data: Mention[] = found.slice(0, limit)
    const last = data.at(-1)?.seq ?? afterSeq ?? 0
    const answer: Output<typeof getTrackerResults> = {
      data,
      cursor: order === 'newest' && found.length <= limit ? null : cursorOf(tracker.id, order, last),
      counts: await countsOf(tx, tracker, { from, to }),
      trend: await trendOf(tx, tracker.id, { from, to }),
    }
    if (format !== 'text/markdown') return answer
    return { type: 'text/markdown; charset=utf-8', content: toMarkdown(tracker, answer, query, baseUrl) }
  })
