import { sql } from 'kysely'
import { record } from '#audit'
import { updateSettings } from '#contract'
import { implement, Refusal } from '#platform'
import { readSettings } from './get.ts'

/** There is one row; the audit log wants an id for what was changed. */
const settingsId = '00000000-0000-7000-8000-000000000000'

export const update = implement(updateSettings, async ({ tx, actor, body: { version, ...changes } }) => {
  const before = await readSettings(tx).forUpdate().executeTakeFirstOrThrow()
  if (version !== undefined && version !== before.version) throw new Refusal('stale_version')
  const names = Object.keys(changes) as (keyof typeof changes)[]
  const changed = names.filter((name) => changes[name] !== before[name])
  if (changed.length === 0) return before

  await tx
    .updateTable('settings')
    .set({ ...changes, version: before.version + 1, updatedAt: sql<string>`now()` })
    .execute()
  const details = Object.fromEntries(changed.map((name) => [name, changes[name] ?? null]))
  await record(tx, actor, 'settings.change', { type: 'settings', id: settingsId, label: 'Settings' }, details)
  return readSettings(tx).executeTakeFirstOrThrow()
})
