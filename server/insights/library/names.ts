import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader, Transaction } from '#database'
import { type Form, Pseudonyms } from '#engines/pseudonyms'

/** The names that are replaced in a project. */
export interface ProjectNames {
  pseudonyms: Pseudonyms
  /** Raised whenever names are added. */
  revision: number
}

/** A form of a name, as it is stored. */
export type NameForm = Form & { pseudonym: string }

/** Reads the names of a project and their revision in one statement. Null if no name is replaced in it. */
export async function namesOf(reader: Reader, projectId: string): Promise<ProjectNames | null> {
  const { forms, revision } = await formsOf(reader, projectId)
  return forms.length === 0 ? null : { pseudonyms: new Pseudonyms(projectId, forms), revision }
}

/** Reads the forms of names that are replaced in a project. */
export async function formsOf(reader: Reader, projectId: string) {
  const { rows } = await sql<{ revision: number; forms: NameForm[] }>`
    select names_revision as revision, case when names_revision = 0 then '[]' else (
      select coalesce(jsonb_agg(jsonb_build_object('hash', form, 'words', words, 'pseudonym', pseudonym)), '[]')
      from project_pseudonyms where project_id = projects.id) end as forms
    from projects where id = ${projectId}::uuid`.execute(reader)
  return rows[0] ?? { revision: 0, forms: [] }
}

/** Reads the names of a project for a change of its sources: until the transaction ends, none is added. */
export async function lockNames(tx: Transaction, projectId: string): Promise<ProjectNames | null> {
  const project = await tx
    .selectFrom('projects')
    .select('namesRevision')
    .where('id', '=', projectId)
    .forShare()
    .executeTakeFirst()
  return project?.namesRevision ? namesOf(tx, projectId) : null
}

/** What names somebody besides the text of a source. */
export interface Details {
  title?: string | undefined
  filename?: string | null | undefined
  author?: string | null | undefined
  tags?: string[] | undefined
  metadata?: Record<string, unknown> | undefined
}

/** Replaces names in those details that are given. */
export function detailsWith(names: ProjectNames | null, details: Details): Details {
  if (!names) return details
  const { pseudonyms } = names
  const replaced = <Text>(text: Text) => (typeof text === 'string' ? pseudonyms.replaceIn(text) : text)
  const { tags, metadata } = details
  const result: Details = {}
  for (const field of ['title', 'filename', 'author'] as const)
    if (details[field] !== undefined) result[field] = replaced(details[field]) as string
  if (tags) result.tags = [...new Set(tags.map(replaced))]
  if (metadata) {
    const fields = new Map<string, unknown>()
    for (const [key, value] of Object.entries(metadata)) {
      let free = replaced(key)
      while (fields.has(free)) free += ' 2'
      fields.set(free, replaced(value))
    }
    result.metadata = Object.fromEntries(fields)
  }
  return result
}

/**
 * Returns the external id under which a source is stored: a hash in place of one with a name, so that uploads under it are
 * recognized, and two ids stay two.
 */
export function externalIdWith(
  names: ProjectNames | null,
  projectId: string,
  externalId: string | undefined,
): string | undefined {
  if (externalId === undefined || !names?.pseudonyms.occursIn(externalId)) return externalId
  return createHash('sha256').update(`${projectId} ${externalId}`).digest('hex')
}
