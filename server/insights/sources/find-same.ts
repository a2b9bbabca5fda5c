import { sql } from 'kysely'
import type { Transaction } from '#database'
import { type SourceRow, sources } from '../library/sources.ts'
import type { Content } from './content.ts'

/**
 * Finds the existing source that an upload refers to.
 *
 * - With an external id: the source that has it, whatever its content. Otherwise the source of the same bytes without
 *   an id: someone uploaded it by hand before the script did, and it gets the id. The same bytes under two external
 *   ids are two sources.
 * - Without one: the source of the same bytes, preferably one without an external id, then the oldest.
 *
 * Unique indexes prevent duplicate external ids, and duplicate bytes among sources without one. They cannot compare an
 * upload with an id and one without, so uploads of the same id or bytes wait for each other here.
 */
export async function findSame(
  tx: Transaction,
  projectId: string,
  externalId: string | undefined,
  sha256: string,
): Promise<SourceRow | undefined> {
  // Always in this order, to prevent deadlocks.
  if (externalId !== undefined) await lock(tx, `source ${projectId} ${externalId}`)
  await lock(tx, `content ${projectId} ${sha256}`)

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

async function lock(tx: Transaction, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/**
 * Returns whether an upload to an existing source must be read: it has other content, or must be read another way. A
 * failed file is often just misnamed, so another extension is a new attempt. A file that was read successfully under
 * its old name stays as it is, unless the upload has its external id.
 */
export function needsReading(content: Content, source: SourceRow, externalId: string | undefined): boolean {
  if (content.sha256 !== source.sha256) return true
  const named = externalId !== undefined && externalId === source.externalId
  // A ready source has the recognized type, not the one it was uploaded with.
  const previous = source.status === 'ready' ? { ...source, mimeType: content.mimeType } : source
  return (named || source.status === 'failed') && wayToRead(content) !== wayToRead(previous)
}

/** Files are read by their extension or, without one, by their type, and by the stated kind and language. */
function wayToRead(
  source: Pick<SourceRow, 'filename' | 'mimeType' | 'statedKind' | 'statedLanguage'>,
): string {
  const { filename, mimeType, statedKind, statedLanguage } = source
  const format = filename === null ? '' : (/\.([^.]+)$/.exec(filename)?.[0].toLowerCase() ?? mimeType)
  return `${format} ${statedKind} ${statedLanguage}`
}
