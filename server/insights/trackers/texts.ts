import type { Segment } from '#contract'
import type { Reader } from '#platform'

/** So many UTF-16 units of text are in memory at once, or one text that is longer. */
const charsAtOnce = 1_000_000

/** Sources of a project that have a text, for the caller to put in order and narrow down. */
export function sourcesWithText(reader: Reader, projectId: string) {
  return reader
    .selectFrom('sources')
    .innerJoin('sourceTexts', 'sourceTexts.sourceId', 'sources.id')
    .select(['sources.id', 'sources.textChars'])
    .where('sources.projectId', '=', projectId)
}

/** The first of some sources whose texts together are not too much to read at once; always one. */
export function fewEnough<Source extends { textChars: number | null }>(sources: Source[]): Source[] {
  let left = charsAtOnce
  return sources.filter(({ textChars }, n) => {
    left -= textChars ?? 0
    return n === 0 || left >= 0
  })
}

/** The texts of these sources, in no order; those that have none any more are left out. */
export async function readTexts(reader: Reader, sourceIds: string[]) {
  const rows = await reader
    .selectFrom('sources')
    .innerJoin('sourceTexts', 'sourceTexts.sourceId', 'sources.id')
    .select([
      'sourceId',
      'sources.title',
      'sources.language',
      'sourceTexts.text',
      'sourceTexts.segments',
      'sourceTexts.reading',
    ])
    .select(({ fn }) => fn.coalesce('sources.occurredAt', 'sources.createdAt').as('occurredAt'))
    .where('sourceId', 'in', sourceIds)
    .execute()
  return rows.map((row) => ({ ...row, segments: row.segments as unknown as Segment[] }))
}
