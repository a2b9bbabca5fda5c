import { sql } from 'kysely'
import type { Transaction } from '#platform'
import type { Content } from './content-of.ts'
import { type SourceRow, sources } from './rows.ts'

/**
 * Finds the source that an upload is of, if there is one.
 *
 * - With an external id: the source that has it, whatever its content. Else the source of the same bytes that has none:
 *   someone uploaded it by hand before the script did, and it gets the id. The same bytes under two external ids are
 *   two sources, since whoever names things apart wants them apart.
 * - Without one: the source of the same bytes, whether it has an external id or not; the one that has none first, then
 *   the oldest.
 *
 * Unique indexes keep an external id, and bytes without one, from being there twice. They cannot see that an upload
 * with an external id and one without are of the same bytes, so uploads of one id or of the same bytes come here one
 * after the other: until the transaction ends, the next waits.
 */
export async function findSame(
  tx: Transaction,
  projectId: string,
  externalId: string | undefined,
  sha256: string,
): Promise<SourceRow | undefined> {
  // Always in this order, so that two never wait for each other.
  if (externalId !== undefined) await takeTurns(tx, `source ${projectId} ${externalId}`)
  await takeTurns(tx, `content ${projectId} ${sha256}`)

  const ofProject = sources(tx).where('sources.projectId', '=', projectId)
  const named =
    externalId === undefined
      ? undefined
      : await ofProject.where('sources.externalId', '=', externalId).executeTakeFirst()
  if (named) return named
  const ofContent = ofProject.where('sources.sha256', '=', sha256)
  if (externalId !== undefined) return ofContent.where('sources.externalId', 'is', null).executeTakeFirst()
  return ofContent
    .orderBy(sql`sources.external_id is null`, 'desc')
    .orderBy('sources.id')
    .limit(1)
    .executeTakeFirst()
}

async function takeTurns(tx: Transaction, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/**
 * Whether an upload has something for this source: other content, or content that is to be read another way. A file that
 * failed is often just named wrongly: under another extension it is tried again. One that was read well by its old name
 * stays as it is, unless it is called by its external id.
 */
export function bringsNews(content: Content, source: SourceRow, externalId: string | undefined): boolean {
  if (content.sha256 !== source.sha256) return true
  const named = externalId !== undefined && externalId === source.externalId
  // What was read has the type as which it was recognised, not that under which it came.
  const was = source.status === 'ready' ? { ...source, mimeType: content.mimeType } : source
  return (named || source.status === 'failed') && wayToRead(content) !== wayToRead(was)
}

/** Extractors go by the extension and, where there is none, by the type. */
function wayToRead({ filename, mimeType, kind }: Pick<SourceRow, 'filename' | 'mimeType' | 'kind'>): string {
  if (filename === null) return kind
  return /\.([^.]+)$/.exec(filename)?.[0].toLowerCase() ?? mimeType
}
