import type { Citation, Run, Segment } from '#contract'
import { textBetween } from '#engines/language'
import type { Draft, Quote } from '#engines/summaries'
import { ground, passageCount, sourceCount } from '#engines/summaries'
import { lockNames } from '../library/names.ts'
import { type Around, lockReadings, readAround } from '../library/texts.ts'
import { end, type Progress, RunError } from './runs/attempt.ts'
import { deleteCalls } from './runs/calls.ts'
import type { Work } from './runs/work-on.ts'

/**
 * Ends a run with its output, after comparing every quotation with the stored text. The texts are read some at a time;
 * the final transaction then locks the sources, and drops quotations of texts that changed or were deleted meanwhile.
 * @throws RunError `not_grounded` if nothing is left
 */
export async function store({ db, run, signal, report }: Work, draft: Draft): Promise<void> {
  const progress = progressOf(draft)
  report({ ...progress, message: 'Verifying quotations' })
  const bySource = Map.groupBy(quotesIn(draft), ({ sourceId }) => sourceId)
  const verified = new Map<string, Citation>()
  for await (const around of readAround(db.reader, [...bySource.values()].flat())) {
    signal.throwIfAborted()
    for (const [quote, citation] of verbatimIn(around, bySource.get(around.sourceId)!))
      verified.set(keyOf(quote), citation)
  }
  await db.transaction(async (tx) => {
    const readings = await lockReadings(tx, [...bySource.keys()])
    const holds = (quote: Quote) =>
      verified.has(keyOf(quote)) && readings.get(quote.sourceId) === quote.reading
    const grounded = ground(draft, holds)
    if (!grounded) throw new RunError('not_grounded', 'No quotation is still in its source.')
    const citationAt = new Map(Array.from(verified.values(), (citation) => [placeOf(citation), citation]))
    const output: Run['output'] = {
      ...grounded,
      citations: grounded.citations.map((quote) => citationAt.get(placeOf(quote))!),
    }
    const names = await lockNames(tx, run.projectId)
    if (names?.pseudonyms.occursIn(output))
      throw new RunError('quotes_name', 'A name that it quotes was replaced meanwhile. Start the run again.')
    await end(tx, run, 'succeeded', { output: JSON.stringify(output), ...progress })
    await deleteCalls(tx, run)
  })
}

function progressOf({ coverage, passages }: Draft): Progress {
  const message = `${sourceCount(coverage)} read`
  if (!passages) return { done: coverage.read, total: coverage.read, message }
  return { done: passages.read, total: passages.total, message: `${passageCount(passages)} of ${message}` }
}

const keyOf = ({ sourceId, reading, start, end, quote }: Quote) =>
  JSON.stringify([sourceId, reading, start, end, quote])

const placeOf = ({ sourceId, start, end }: Pick<Citation, 'sourceId' | 'start' | 'end'>) =>
  `${sourceId} ${start} ${end}`

function quotesIn(draft: Draft): Quote[] {
  const found: Quote[] = []
  JSON.stringify(draft, (key, value) => {
    if (key === 'quotes') found.push(...value)
    return value
  })
  return found
}

/** Returns the quotations that are exactly at their places in the current text, with who said them and when. */
function verbatimIn(
  { sourceId, reading, parts, author, occurredAt }: Around,
  quotes: Quote[],
): [Quote, Citation][] {
  const segments = parts.flatMap((part) => part.segments)
  return quotes.flatMap((one): [Quote, Citation][] => {
    const { start, end, quote } = one
    if (quote === '' || one.reading !== reading || textBetween(parts, start, end) !== quote) return []
    const { speaker = null, startMs = null } = segmentAt(segments, start) ?? {}
    return [[one, { sourceId, start, end, quote, speaker, startMs, author, occurredAt }]]
  })
}

/** Segments are in order, and do not overlap. */
function segmentAt(segments: Segment[], place: number): Segment | undefined {
  let [from, to] = [0, segments.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (segments[middle]!.end > place) to = middle
    else from = middle + 1
  }
  return segments[from]
}
