import type { Source } from '#contract'
import type { Reader, Transaction } from '#platform'
import { Refusal } from '#platform'

const columns = [
  'sources.id',
  'sources.projectId',
  'sources.externalId',
  'sources.title',
  'sources.kind',
  'sources.mimeType',
  'sources.filename',
  'sources.bytes',
  'sources.sha256',
  'sources.language',
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

/** Sources, for the caller to narrow down; those of deleted projects are not there any more. */
export function sources(tx: Reader) {
  return tx
    .selectFrom('sources')
    .innerJoin('projects', 'projects.id', 'sources.projectId')
    .where('projects.deletedAt', 'is', null)
    .select(columns)
}

export type SourceRow = Awaited<ReturnType<ReturnType<typeof sources>['executeTakeFirstOrThrow']>>

/** @throws Refusal `source_not_found` */
export async function findSource(tx: Reader, id: string): Promise<SourceRow> {
  const row = await sources(tx).where('sources.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('source_not_found')
  return row
}

/** Locks a source, FOR UPDATE, until the transaction ends; undefined where it is not there any more. */
export function lockIfThere(tx: Transaction, id: string) {
  return sources(tx)
    .select(['sources.fileKey', 'sources.contentRevision'])
    .where('sources.id', '=', id)
    .forUpdate('sources')
    .executeTakeFirst()
}

/** Locks a source, FOR UPDATE, until the transaction ends. @throws Refusal `source_not_found` */
export async function lockSource(tx: Transaction, id: string) {
  const row = await lockIfThere(tx, id)
  if (!row) throw new Refusal('source_not_found')
  return row
}

export function toSource({ errorCode, errorMessage, ...row }: SourceRow): Source {
  return {
    ...row,
    // Constraints of the table, and the type of what is written there, say as much.
    kind: row.kind as Source['kind'],
    status: row.status as Source['status'],
    metadata: row.metadata as Source['metadata'],
    error: errorCode ? ({ code: errorCode, message: errorMessage } as Source['error']) : null,
  }
}
