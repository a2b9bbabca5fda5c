import type { Database } from '#platform'
import type { Definition } from '../../matching/index.ts'
import { definitionOf } from '../rows.ts'

/** Trackers of one project that have gone through the same sources. */
export interface Group {
  projectId: string
  /** Sources are gone through in the order of their ids; null where this is still to begin. */
  lastSource: string | null
  /** Where the next group is, which this one joins there. */
  until: string | null
  trackers: { id: string; definitionRevision: number; definition: Definition }[]
}

/** Those that have the longest way to go. */
export async function nextGroup({ reader }: Database, projectId: string): Promise<Group | null> {
  const rows = await reader
    .selectFrom('trackerBackfills')
    .innerJoin('trackers', 'trackers.id', 'trackerBackfills.trackerId')
    .innerJoin('projects', 'projects.id', 'trackers.projectId')
    .where('projects.id', '=', projectId)
    .where('projects.deletedAt', 'is', null)
    .where('trackers.deletedAt', 'is', null)
    .select([
      'trackers.id',
      'trackers.phrases',
      'trackers.query',
      'trackers.exclude',
      'trackers.language',
      'trackerBackfills.definitionRevision',
      'trackerBackfills.lastSource',
    ])
    .orderBy('lastSource', (order) => order.asc().nullsFirst())
    .orderBy('trackers.id')
    .execute()
  const first = rows[0]
  if (!first) return null
  const { lastSource } = first
  return {
    projectId,
    lastSource,
    until: rows.find((row) => row.lastSource !== lastSource)?.lastSource ?? null,
    trackers: rows
      .filter((row) => row.lastSource === lastSource)
      .map((row) => ({
        id: row.id,
        definitionRevision: row.definitionRevision,
        definition: definitionOf(row),
      })),
  }
}
