import { sql } from 'kysely'
import type { Source } from '#contract'
import { type Database, newId, type Transaction } from '#platform'

/** A run of the job that reads a source, and what it reads. */
export interface Reading {
  sourceId: string
  projectId: string
  contentRevision: number
  /** Of the run. */
  id: string
  fileKey: string
  bytes: number
  /** null if the text came as JSON. */
  filename: string | null
  mimeType: string
  kind: Source['kind']
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
      'sources.kind',
    ])
    .executeTakeFirst()
  return source && { ...source, kind: source.kind as Source['kind'], sourceId, contentRevision, id }
}

/** Locks the source until the transaction ends. @returns false if another run has superseded this one */
export async function lockOwn(tx: Transaction, { id, sourceId }: Reading): Promise<boolean> {
  const source = await tx
    .selectFrom('sources')
    .select('reading')
    .where('id', '=', sourceId)
    .forUpdate()
    .executeTakeFirst()
  return source?.reading === id
}
