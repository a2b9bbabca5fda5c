import type { Reader } from '#platform'
import { lockReadings } from '../library/texts.ts'
import { sourceCount } from './analysis/wording.ts'
import type { Draft, Quote } from './draft.ts'
import { ground } from './grounding.ts'
import { end, RunError } from './runs/attempt.ts'
import type { Work } from './runs/work-on.ts'

/**
 * Ends a run with its output, after comparing every quotation with the stored text. The texts are read one at a time;
 * the final transaction then locks the sources, and drops quotations of texts that changed or were deleted meanwhile.
 * @throws RunError `not_grounded` if nothing is left
 */
export async function store({ db, run, signal, report }: Work, draft: Draft): Promise<void> {
  const { read } = draft.coverage
  report({ done: read, total: read, message: 'Verifying quotations' })
  const bySource = Map.groupBy(quotesIn(draft), ({ sourceId }) => sourceId)
  const verified = new Set<string>()
  for (const [sourceId, quotes] of bySource) {
    signal.throwIfAborted()
    const text = await readText(db.reader, sourceId)
    for (const quote of quotes) if (text && isVerbatim(quote, text)) verified.add(keyOf(quote))
  }
  await db.transaction(async (tx) => {
    const readings = await lockReadings(tx, [...bySource.keys()])
    const holds = (quote: Quote) =>
      verified.has(keyOf(quote)) && readings.get(quote.sourceId) === quote.reading
    const output = ground(draft, holds)
    if (!output) throw new RunError('not_grounded', 'No quotation is still in its source.')
    const message = `${sourceCount(draft.coverage)} read`
    await end(tx, run, 'succeeded', { output: JSON.stringify(output), done: read, total: read, message })
  })
}

const keyOf = ({ sourceId, reading, start, end, quote }: Quote) =>
  JSON.stringify([sourceId, reading, start, end, quote])

const isVerbatim = (
  { reading, start, end, quote }: Quote,
  text: { reading: string; text: string },
): boolean => quote !== '' && reading === text.reading && text.text.slice(start, end) === quote

function quotesIn(draft: Draft): Quote[] {
  const found: Quote[] = []
  JSON.stringify(draft, (key, value) => {
    if (key === 'quotes') found.push(...value)
    return value
  })
  return found
}

const readText = (tx: Reader, sourceId: string) =>
  tx.selectFrom('sourceTexts').select(['reading', 'text']).where('sourceId', '=', sourceId).executeTakeFirst()
