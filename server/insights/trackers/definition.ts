import { sql } from 'kysely'
import type { Transaction } from '#database'
import { checkDefinition, type Definition } from '#engines/matching'
import { Refusal } from '#platform'

/**
 * Fills in the defaults of a definition, and checks it.
 * @throws Refusal `validation_failed` with each field that is wrong, and the position within a query
 */
export function toDefinition({
  phrases = [],
  query = null,
  exclude = [],
  language = null,
  scope = {},
}: {
  [Field in keyof Definition]?: Definition[Field] | undefined
}): Definition {
  const definition = { phrases, query, exclude, language, scope }
  const fields = checkDefinition(definition).map(({ path, message, position }) => ({
    path,
    message: position === undefined ? message : `At character ${position + 1}: ${message}`,
  }))
  const [first] = fields
  if (!first) return definition
  const detail =
    fields.length === 1 ? `${first.path}: ${first.message}` : `${fields.length} fields are wrong.`
  throw new Refusal('validation_failed', detail, { fields })
}

/** Converts a definition to columns of the table `trackers`. */
export const toColumns = ({ phrases, query, exclude, language, scope }: Definition) => ({
  phrases: JSON.stringify(phrases),
  query,
  exclude: JSON.stringify(exclude),
  language,
  scope: JSON.stringify(scope),
})

/** Records that the project's set of trackers, which is locked, changes. */
export async function raiseRevision(tx: Transaction, projectId: string): Promise<void> {
  await tx
    .updateTable('projects')
    .set({ trackerRevision: sql<number>`tracker_revision + 1` })
    .where('id', '=', projectId)
    .execute()
}
