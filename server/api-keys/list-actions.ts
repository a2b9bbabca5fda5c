import { sql } from 'kysely'
import { findEntries } from '#audit'
import { type Actor, type Area, type AuditEntry, listApiKeyActions, missingAccess } from '#contract'
import type { Reader } from '#database'
import { afterCursor, implement, Refusal, toPage } from '#platform'
import { own } from '#rules/own'
import { visibleKeys } from './key-rows.ts'

export const listActions = implement(
  listApiKeyActions,
  async ({ tx, actor, params: { keyId }, query: { limit, cursor } }) => {
    const key = await visibleKeys(tx, actor).where('apiKeys.id', '=', keyId).executeTakeFirst()
    if (!key) throw new Refusal('api_key_not_found')
    const page = { after: afterCursor(cursor), limit: limit + 1 }
    const entries = await findEntries(tx, { apiKey: keyId }, page)
    return toPage(await withoutHidden(tx, entries, actor), limit)
  },
)

/** The areas of the records that members act on. */
const areas: Record<string, Area> = {
  project: 'insights',
  source: 'insights',
  tracker: 'insights',
  skill: 'insights',
  patient: 'patients',
  invoice: 'billing',
  item: 'inventory',
  location: 'inventory',
  stock_document: 'inventory',
  lot: 'inventory',
}

/** Leaves out what an action was about if the caller, who may have lost the access since, cannot see that. */
async function withoutHidden(tx: Reader, entries: AuditEntry[], actor: Actor): Promise<AuditEntry[]> {
  const projectIds = entries.flatMap((entry) => projectOf(entry) ?? [])
  const { rows } = await sql<{ id: string }>`
    select id from visible_projects where user_id = ${actor.userId}::uuid and id = any(${projectIds}::uuid[])`.execute(
    tx,
  )
  const visible = new Set(rows.map(({ id }) => id))
  return entries.map((entry) => {
    const { type, id } = entry.target
    const projectId = projectOf(entry)
    const area = own(areas, type)
    const isHidden =
      (area && missingAccess(actor.access, { [area]: 'view' })) ||
      (projectId !== undefined && actor.role === 'member' && !visible.has(projectId))
    return isHidden ? { ...entry, target: { type, id, label: '' }, details: {} } : entry
  })
}

/** Returns the project that an entry is about, or in which its record is or was. */
function projectOf({ target: { type, id }, details: { projectId } }: AuditEntry): string | undefined {
  if (type === 'project') return id
  return typeof projectId === 'string' ? projectId : undefined
}
