import type { Reader, Transaction } from '#platform'
import { sourcesSaid } from './analysis/wording.ts'
import { type Draft, ground, type Quote } from './grounding.ts'
import { end, RunError } from './runs/attempt.ts'
import type { Work } from './runs/work-on.ts'

/**
 * Ends a run with what was written, once every quotation in it was compared with the text as it is stored. The texts
 * are read one at a time before the transaction, in which the sources are locked and shown to have these texts still:
 * what was changed or deleted meanwhile is cited no more.
 * @throws RunError `not_grounded` where nothing is left
 */
export async function store({ db, run, signal, report }: Work, draft: Draft): Promise<void> {
  const { read } = draft.told
  report({ done: read, total: read, message: 'Comparing every quotation with its source' })
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
    if (!output) throw new RunError('not_grounded', 'Nothing was left that a source says word for word.')
    const message = `${sourcesSaid(draft.told)} read`
    await end(tx, run, 'succeeded', { output: JSON.stringify(output), done: read, total: read, message })
  })
}

const keyOf = ({ sourceId, reading, start, end, quote }: Quote) =>
  JSON.stringify([sourceId, reading, start, end, quote])

export const isVerbatim = (
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

/** Which text each source has, held until the commit. */
async function lockReadings(tx: Transaction, sourceIds: string[]): Promise<Map<string, string>> {
  if (sourceIds.length === 0) return new Map()
  await tx.selectFrom('sources').select('id').where('id', 'in', sourceIds).orderBy('id').forShare().execute()
  const rows = await tx
    .selectFrom('sourceTexts')
    .select(['sourceId', 'reading'])
    .where('sourceId', 'in', sourceIds)
    .execute()
  return new Map(rows.map(({ sourceId, reading }) => [sourceId, reading]))
}
