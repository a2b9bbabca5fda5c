import type { Reader } from '#database'
import { textBetween } from '../library/text-part.ts'
import { lockReadings, readAround } from '../library/texts.ts'
import { passageCount, sourceCount } from './analysis/wording.ts'
import type { Draft, Quote } from './draft.ts'
import { ground } from './grounding.ts'
import { end, type Progress, RunError } from './runs/attempt.ts'
import { deleteCalls } from './runs/calls.ts'
import type { Work } from './runs/work-on.ts'

/**
 * Ends a run with its output, after comparing every quotation with the stored text. The texts are read one at a time;
 * the final transaction then locks the sources, and drops quotations of texts that changed or were deleted meanwhile.
 * @throws RunError `not_grounded` if nothing is left
 */
export async function store({ db, run, signal, report }: Work, draft: Draft): Promise<void> {
  const progress = progressOf(draft)
  report({ ...progress, message: 'Verifying quotations' })
  const bySource = Map.groupBy(quotesIn(draft), ({ sourceId }) => sourceId)
  const verified = new Set<string>()
  for (const [sourceId, quotes] of bySource) {
    signal.throwIfAborted()
    for (const quote of await verbatimIn(db.reader, sourceId, quotes)) verified.add(keyOf(quote))
  }
  await db.transaction(async (tx) => {
    const readings = await lockReadings(tx, [...bySource.keys()])
    const holds = (quote: Quote) =>
      verified.has(keyOf(quote)) && readings.get(quote.sourceId) === quote.reading
    const output = ground(draft, holds)
    if (!output) throw new RunError('not_grounded', 'No quotation is still in its source.')
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

function quotesIn(draft: Draft): Quote[] {
  const found: Quote[] = []
  JSON.stringify(draft, (key, value) => {
    if (key === 'quotes') found.push(...value)
    return value
  })
  return found
}

/** Returns the quotations that are exactly at their places in the current text. */
async function verbatimIn(reader: Reader, sourceId: string, quotes: Quote[]): Promise<Quote[]> {
  const { reading, parts } = await readAround(reader, sourceId, quotes)
  return quotes.filter(
    ({ start, end, quote, ...of }) =>
      quote !== '' && of.reading === reading && textBetween(parts, start, end) === quote,
  )
}
