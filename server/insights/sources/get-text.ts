import { getSourceText, type Segment } from '#contract'
import { implement, Refusal } from '#platform'
import { partsIn, readParts } from '../library/texts.ts'

/** Returns the current text also while newer content is being read: mentions and search hits point into it. */
export const getText = implement(getSourceText, async ({ tx, params: { sourceId }, format }) => {
  const reading = await tx
    .selectFrom('sourceTexts')
    .select(['sourceId', 'reading', 'parts'])
    .where('sourceId', '=', sourceId)
    .executeTakeFirst()
  if (!reading) throw new Refusal('source_not_ready')
  const texts: string[] = []
  const segments: Segment[] = []
  for await (const part of readParts(tx, partsIn(reading))) {
    texts.push(part.text)
    for (const segment of part.segments) segments.push(segment)
  }
  const text = texts.join('')
  return format === 'text/plain' ? { type: 'text/plain; charset=utf-8', content: text } : { text, segments }
})
