import type { Segment } from '#contract'
import type { Reader, Transaction } from '#platform'

const sourcesAtOnce = 50
/** UTF-16 units of text to hold in memory at once; a single longer text is read anyway. */
const charsAtOnce = 1_000_000

/** A part of a project's sources, in the order of their ids; both ends are optional. */
export interface TextRange {
  /** Exclusive. */
  after?: string | null
  /** Inclusive. */
  until?: string | null
  order?: 'asc' | 'desc'
}

/**
 * Reads the next texts of a project that fit into memory together.
 * @returns `last`: the last source of this batch, or null at the end. Its text may be missing if it was just deleted.
 */
export async function readBatch(
  reader: Reader,
  projectId: string,
  { after = null, until = null, order = 'asc' }: TextRange,
) {
  const next = await reader
    .selectFrom('sources')
    .innerJoin('sourceTexts', 'sourceTexts.sourceId', 'sources.id')
    .select(['sources.id', 'sources.textChars'])
    .where('sources.projectId', '=', projectId)
    .$if(after !== null, (query) => query.where('sources.id', order === 'asc' ? '>' : '<', after))
    .$if(until !== null, (query) => query.where('sources.id', '<=', until))
    .orderBy('sources.id', order)
    .limit(sourcesAtOnce)
    .execute()
  let left = charsAtOnce
  const fitting = next.filter(({ textChars }, n) => {
    left -= textChars ?? 0
    return n === 0 || left >= 0
  })
  const ids = fitting.map(({ id }) => id)
  return { texts: ids.length > 0 ? await readTexts(reader, ids, order) : [], last: ids.at(-1) ?? null }
}

/** Reads all texts of a project, holding only some in memory. */
export async function* eachText(reader: Reader, projectId: string, order: 'asc' | 'desc' = 'asc') {
  for (let after: string | null = null; ; ) {
    const { texts, last } = await readBatch(reader, projectId, { after, order })
    if (last === null) return
    yield* texts
    after = last
  }
}

async function readTexts(reader: Reader, sourceIds: string[], order: 'asc' | 'desc') {
  const rows = await reader
    .selectFrom('sources')
    .innerJoin('sourceTexts', 'sourceTexts.sourceId', 'sources.id')
    .select(['sourceId', 'title', 'language', 'text', 'segments', 'sourceTexts.reading'])
    .select(({ fn }) => fn.coalesce('sources.occurredAt', 'sources.createdAt').as('occurredAt'))
    .where('sourceId', 'in', sourceIds)
    .orderBy('sourceId', order)
    .execute()
  return rows.map((row) => ({ ...row, segments: row.segments as unknown as Segment[] }))
}

/** Locks these sources until the transaction ends, and returns the current version of the text of each that has one. */
export async function lockReadings(tx: Transaction, sourceIds: string[]): Promise<Map<string, string>> {
  if (sourceIds.length === 0) return new Map()
  await tx.selectFrom('sources').select('id').where('id', 'in', sourceIds).orderBy('id').forShare().execute()
  const rows = await tx
    .selectFrom('sourceTexts')
    .select(['sourceId', 'reading'])
    .where('sourceId', 'in', sourceIds)
    .execute()
  return new Map(rows.map(({ sourceId, reading }) => [sourceId, reading]))
}
