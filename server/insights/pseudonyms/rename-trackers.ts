import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Transaction } from '#database'
import type { Definition } from '#engines/matching'
import { type Pseudonyms, replaceInQuery } from '#engines/pseudonyms'
import type { Job, Jobs } from '#platform'
import { beginBackfill } from '../trackers/backfill/begin.ts'
import type { Backfill } from '../trackers/backfill/job.ts'
import { raiseRevision, toColumns } from '../trackers/definition.ts'
import { definitionOf, trackers } from '../trackers/tracker-rows.ts'

/** Replaces names in the trackers of a project, whose set is locked, and has those that search for others now match again. */
export async function renameTrackers(
  tx: Transaction,
  projectId: string,
  names: Pseudonyms,
  jobs: Jobs,
  backfill: Job<Backfill>,
): Promise<void> {
  const rows = await trackers(tx)
    .where('trackers.projectId', '=', projectId)
    .orderBy('trackers.id')
    .forNoKeyUpdate('trackers')
    .execute()
  const renamed = rows.flatMap((row) => {
    const name = names.replaceIn(row.name)
    const before = definitionOf(row)
    const definition = definitionWith(names, before)
    const isRedefined = !isDeepStrictEqual(definition, before)
    return isRedefined || name !== row.name ? [{ id: row.id, name, definition, isRedefined }] : []
  })
  // Also without a change: texts that are being read would have the names, and are read again.
  await raiseRevision(tx, projectId)
  for (const { id, name, definition, isRedefined } of renamed) {
    const { definitionRevision } = await tx
      .updateTable('trackers')
      .set({
        name,
        ...toColumns(definition),
        definitionRevision: sql<number>`definition_revision + ${isRedefined ? 1 : 0}::integer`,
        version: sql<number>`version + 1`,
        updatedAt: sql<string>`now()`,
      })
      .where('id', '=', id)
      .returning('definitionRevision')
      .executeTakeFirstOrThrow()
    if (isRedefined) await beginBackfill(tx, { id, projectId, definitionRevision }, jobs, backfill)
  }
}

function definitionWith(
  names: Pseudonyms,
  { phrases, query, exclude, scope, ...rest }: Definition,
): Definition {
  const replaced = (list: string[]) => [...new Set(list.map((text) => names.replaceIn(text)))]
  const { speakers, authors, tags } = scope
  return {
    ...rest,
    phrases: phrasesWith(names, phrases),
    query: query && replaceInQuery(query, names),
    exclude: phrasesWith(names, exclude),
    scope: {
      ...scope,
      ...(speakers && { speakers: replaced(speakers) }),
      ...(authors && { authors: replaced(authors) }),
      ...(tags && { tags: replaced(tags) }),
    },
  }
}

/** Forms of one name become one phrase. */
function phrasesWith(names: Pseudonyms, phrases: Definition['phrases']): Definition['phrases'] {
  const replaced = phrases.map(({ text, match }) => ({ text: names.replaceIn(text), match }))
  return [...new Map(replaced.map((phrase) => [`${phrase.match} ${phrase.text}`, phrase])).values()]
}
