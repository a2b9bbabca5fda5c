import { sql } from 'kysely'
import type { Source } from '#contract'
import { type Database, newId, type Transaction } from '#platform'

/** One run of the job that reads a source, and what it reads. */
export interface Reading {
  sourceId: string
  projectId: string
  contentRevision: number
  /** The run's number. */
  id: string
  fileKey: string
  /** null where the text came as JSON. */
  filename: string | null
  mimeType: string
  kind: Source['kind']
}

/**
 * Begins a run, in place of one that may have been cut off; undefined where there is nothing to read any more: it was
 * read, replaced or deleted.
 */
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
      'sources.filename',
      'sources.mimeType',
      'sources.kind',
    ])
    .executeTakeFirst()
  return source && { ...source, kind: source.kind as Source['kind'], sourceId, contentRevision, id }
}

/** Locks the source until the transaction ends. @returns whether this run is still the one that reads it */
export async function lockOwn(tx: Transaction, { id, sourceId }: Reading): Promise<boolean> {
  const source = await tx
    .selectFrom('sources')
    .select('reading')
    .where('id', '=', sourceId)
    .forUpdate()
    .executeTakeFirst()
  return source?.reading === id
}
