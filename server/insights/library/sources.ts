import { sql } from 'kysely'
import type { Source } from '#contract'
import type { Reader, Transaction } from '#database'
import { Refusal } from '#platform'

/** The columns of a source that its row has. */
export const sourceColumns = [
  'sources.id',
  'sources.projectId',
  'sources.externalId',
  'sources.title',
  'sources.kind',
  'sources.statedKind',
  'sources.mimeType',
  'sources.filename',
  'sources.bytes',
  'sources.sha256',
  'sources.fileKey',
  'sources.storedSha256',
  'sources.language',
  'sources.statedLanguage',
  'sources.status',
  'sources.errorCode',
  'sources.errorMessage',
  'sources.textChars',
  'sources.occurredAt',
  'sources.author',
  'sources.tags',
  'sources.metadata',
  'sources.version',
  'sources.createdAt',
  'sources.updatedAt',
] as const

/** The title, file name and external id of a source, as an index has them. */
export const sourceName = sql<string>`(
  sources.title || E'\\n' || coalesce(sources.filename, '') || E'\\n' || coalesce(sources.external_id, ''))`

/** Selects sources, except those of deleted projects; the caller adds conditions. */
export function sources(tx: Reader) {
  return tx
    .selectFrom('sources')
    .innerJoin('projects', 'projects.id', 'sources.projectId')
    .where('projects.deletedAt', 'is', null)
    .select(sourceColumns)
}

export type SourceRow = Awaited<ReturnType<ReturnType<typeof sources>['executeTakeFirstOrThrow']>>

const notFound = () => new Refusal('source_not_found')

/** @throws Refusal `source_not_found` */
export const findSource = (tx: Reader, id: string): Promise<SourceRow> =>
  sources(tx).where('sources.id', '=', id).executeTakeFirstOrThrow(notFound)

/** Selects a source to lock it FOR UPDATE until the transaction ends. */
export const locking = (tx: Transaction, id: string) =>
  sources(tx).select('sources.contentRevision').where('sources.id', '=', id).forUpdate('sources')

/** Locks a source FOR UPDATE until the transaction ends. @throws Refusal `source_not_found` */
export const lockSource = (tx: Transaction, id: string) => locking(tx, id).executeTakeFirstOrThrow(notFound)

/** Returns the keys of a source's files: none if its original was removed. */
export const keysOf = ({ fileKey }: { fileKey: string | null }): string[] =>
  fileKey === null ? [] : [fileKey]

/** Converts a row to the contract's form. */
export function toSource({
  errorCode,
  errorMessage,
  statedKind: _,
  fileKey,
  storedSha256,
  ...row
}: SourceRow): Source {
  return {
    ...row,
    original: fileKey === null ? 'removed' : storedSha256 === null ? 'kept' : 'rewritten',
    // The table's constraints guarantee these types.
    kind: row.kind as Source['kind'],
    status: row.status as Source['status'],
    statedLanguage: row.statedLanguage as Source['statedLanguage'],
    metadata: row.metadata as Source['metadata'],
    error: errorCode ? ({ code: errorCode, message: errorMessage } as Source['error']) : null,
  }
}
