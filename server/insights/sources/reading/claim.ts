import { sql } from 'kysely'
import type { Database, Reader, Transaction } from '#database'
import { newId } from '#platform'

/** A run of the job that reads a source, and what it reads. */
export interface Reading {
  sourceId: string
  projectId: string
  contentRevision: number
  /** The id of the run. */
  id: string
  fileKey: string
  bytes: number
  /** null if the text came as JSON. */
  filename: string | null
  mimeType: string
  statedKind: string | null
  statedLanguage: string | null
}

/** Begins a run, superseding any other. @returns undefined if the content was already read, replaced or deleted */
export async function claim(
  db: Database,
  sourceId: string,
  contentRevision: number,
): Promise<Reading | undefined> {
  const id = newId()
  const source = await db.reader
    .updateTable('sources')
    .from('projects')
    .set({ status: 'extracting', reading: id, updatedAt: sql<string>`now()` })
    .whereRef('projects.id', '=', 'sources.projectId')
    .where('projects.deletedAt', 'is', null)
    .where('sources.id', '=', sourceId)
    .where('sources.contentRevision', '=', contentRevision)
    .where('sources.status', 'in', ['queued', 'extracting'])
    .returning([
      'sources.projectId',
      'sources.fileKey',
      'sources.bytes',
      'sources.filename',
      'sources.mimeType',
      'sources.statedKind',
      'sources.statedLanguage',
    ])
    .executeTakeFirst()
  return source && { ...source, sourceId, contentRevision, id }
}

/** Locks the source until the transaction ends. @returns false if another run has superseded this one */
export const lockOwn = (tx: Transaction, reading: Reading): Promise<boolean> => isOwn(tx, reading, true)

/** Returns false if another run has superseded this one, or the source was replaced or deleted. */
export async function isOwn(reader: Reader, { id, sourceId }: Reading, lock = false): Promise<boolean> {
  const source = await reader
    .selectFrom('sources')
    .select('reading')
    .where('id', '=', sourceId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  return source?.reading === id
}
