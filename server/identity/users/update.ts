import { sql } from 'kysely'
import type { z } from 'zod'
import { type AuditActor, formerly, record, userTarget } from '#audit'
import {
  type Access,
  type Actor,
  accessText,
  areas,
  type Needs,
  type Role,
  updateUser,
  withLevels,
} from '#contract'
import type { Transaction } from '#database'
import { Refusal } from '#platform'
import { endGrants } from '../grants/end.ts'
import { implementGranting } from '../grants/granting.ts'
import { endInvitations } from '../invitations/end.ts'
import type { RevokeKeysOf } from '../keys.ts'
import { endSessions, endSessionsOpenedBy } from '../sessions/end-sessions.ts'
import { type StoredUser, storedAccess, toUser, users } from '../user-rows.ts'

export const createUpdate = (revokeKeysOf: RevokeKeysOf) =>
  implementGranting(updateUser, {
    before: ({ tx, params }) =>
      users(tx, storedAccess).where('id', '=', params.userId).forNoKeyUpdate().executeTakeFirst(),
    summarize,
    async perform({ tx, actor, body, before }) {
      if (body.role === 'owner')
        throw new Refusal('owner_promotion_forbidden', 'Ownership is transferred on the server.')
      if (!before) throw new Refusal('user_not_found')
      if (body.version !== undefined && body.version !== before.version) throw new Refusal('stale_version')
      const { role = before.role, disabled = before.disabled } = body
      const moved = accessChanged(before.access, body.access)
      if (role === before.role && disabled === before.disabled && moved.length === 0) return toUser(before)
      if (before.role === 'owner' && (role !== 'owner' || disabled)) throw new Refusal('owner_protected')

      const access = withLevels(before.access, body.access)
      const after = { ...before, role, access, disabled, version: before.version + 1 }
      await tx
        .updateTable('users')
        .set({ role, disabled, access: JSON.stringify(access), version: after.version })
        .set({ updatedAt: sql<string>`now()` })
        .where('id', '=', before.id)
        .execute()
      await recordChanges(tx, actor, before, after)
      if (mayInvite(before) && !mayInvite(after)) await endWhatWaits(tx, actor, after)
      if (before.disabled && !disabled && !body.keepKeys) await revokeKeysOf(tx, actor, before.id)
      // Enabling ends sessions, too: a sign-in in progress while the user was disabled must not succeed.
      if (disabled !== before.disabled) await endSessions(tx, before.id)
      return toUser(after)
    },
  })

/** Returns the areas whose level changes. */
const accessChanged = (before: Access, changes: Needs = {}) =>
  areas.filter((area) => changes[area] !== undefined && changes[area] !== before[area])

async function recordChanges(tx: Transaction, actor: Actor, before: StoredUser, after: StoredUser) {
  const target = userTarget(before.id, before.email)
  if (after.role !== before.role)
    await record(tx, actor, 'user.role', target, {
      from: before.role,
      to: after.role,
      ...formerly({ role: before.role }),
    })
  const changed = accessChanged(before.access, after.access)
  const levelsOf = (access: Access) => Object.fromEntries(changed.map((area) => [area, access[area]]))
  if (changed.length > 0)
    await record(tx, actor, 'user.access', target, {
      from: accessText(levelsOf(before.access)),
      to: accessText(levelsOf(after.access)),
      ...formerly({ access: levelsOf(before.access) }),
    })
  if (after.disabled !== before.disabled)
    await record(
      tx,
      actor,
      after.disabled ? 'user.disable' : 'user.enable',
      target,
      formerly({ disabled: before.disabled }),
    )
}

const mayInvite = ({ role, disabled }: { role: Role; disabled: boolean }) => role !== 'member' && !disabled

/** Ends what a user, or a key of theirs, began and nobody else has confirmed or accepted. */
async function endWhatWaits(tx: Transaction, actor: AuditActor, { id, disabled }: StoredUser): Promise<void> {
  const [inviter, owner] = disabled
    ? (['inviter disabled', 'owner of the API key disabled'] as const)
    : (['inviter demoted', 'owner of the API key demoted'] as const)
  await endSessionsOpenedBy(tx, id)
  await endInvitations(tx, actor, sql`invited_by = ${id}`, inviter)
  await endGrants(tx, actor, sql`api_key_id in (select id from api_keys where owner_id = ${id})`, owner)
}

function summarize(before: StoredUser, changes: z.output<typeof updateUser.body>): string {
  const { name, email, role, disabled } = before
  const enables = disabled && changes.disabled === false
  const parts = [
    enables &&
      `enable the account and ${changes.keepKeys ? 'let its API keys work again' : 'revoke its API keys'}`,
    !disabled && changes.disabled && 'disable the account',
    changes.role && changes.role !== role && `change the role from ${role} to ${changes.role}`,
    ...accessChanged(before.access, changes.access).map(
      (area) => `change the access to ${area} from ${before.access[area]} to ${changes.access?.[area]}`,
    ),
  ]
  return `${name} (${email}): ${parts.filter(Boolean).join(', ')}`
}
