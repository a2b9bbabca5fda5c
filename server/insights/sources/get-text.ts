import { getSourceText, type Segment } from '#contract'
import { implement, Refusal } from '#platform'
import { findSource } from '../library/sources.ts'

/** Returns the current text also while newer content is being read: mentions and search hits point into it. */
export const getText = implement(getSourceText, async ({ tx, params: { sourceId }, format }) => {
  await findSource(tx, sourceId)
  const found = tx.selectFrom('sourceTexts').where('sourceId', '=', sourceId)
  if (format === 'text/plain') {
    const row = await found.select('text').executeTakeFirst()
    if (!row) throw new Refusal('source_not_ready')
    return { type: 'text/plain; charset=utf-8', content: row.text }
  }
  const row = await found.select(['text', 'segments']).executeTakeFirst()
  if (!row) throw new Refusal('source_not_ready')
  return { text: row.text, segments: row.segments as unknown as Segment[] }
})
