import { sql } from 'kysely'
import type { z } from 'zod'
import { type AuditActor, record, userTarget } from '#audit'
import { type Actor, type Role, type User, updateUser } from '#contract'
import type { Transaction } from '#database'
import { Refusal } from '#platform'
import { endGrants } from '../grants/end.ts'
import { implementGranting } from '../grants/granting.ts'
import { endInvitations } from '../invitations/end.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { users } from '../user-rows.ts'

/** Revokes all API keys of a user that still work. */
export type RevokeKeysOf = (tx: Transaction, actor: Actor, ownerId: string) => Promise<void>

export const createUpdate = (revokeKeysOf: RevokeKeysOf) =>
  implementGranting(updateUser, {
    before: ({ tx, params }) => users(tx).where('id', '=', params.userId).forNoKeyUpdate().executeTakeFirst(),
    summarize,
    async perform({ tx, actor, body, before }) {
      if (body.role === 'owner')
        throw new Refusal('owner_promotion_forbidden', 'Ownership is transferred on the server.')
      if (!before) throw new Refusal('user_not_found')
      if (body.version !== undefined && body.version !== before.version) throw new Refusal('stale_version')
      const { role = before.role, disabled = before.disabled } = body
      if (role === before.role && disabled === before.disabled) return before
      if (before.role === 'owner') throw new Refusal('owner_protected')

      const after = { ...before, role, disabled, version: before.version + 1 }
      await tx
        .updateTable('users')
        .set({ role, disabled, version: after.version, updatedAt: sql<string>`now()` })
        .where('id', '=', before.id)
        .execute()
      const target = userTarget(before.id, before.email)
      if (role !== before.role) await record(tx, actor, 'user.role', target, { from: before.role, to: role })
      if (disabled !== before.disabled)
        await record(tx, actor, disabled ? 'user.disable' : 'user.enable', target)
      if (mayInvite(before) && !mayInvite(after)) await endWhatWaits(tx, actor, after)
      if (before.disabled && !disabled && !body.keepKeys) await revokeKeysOf(tx, actor, before.id)
      // Enabling ends sessions, too: a sign-in in progress while the user was disabled must not succeed.
      if (disabled !== before.disabled) await endSessions(tx, before.id)
      return after
    },
  })

const mayInvite = ({ role, disabled }: { role: Role; disabled: boolean }) => role !== 'member' && !disabled

/** Ends what a user, or a key of theirs, began and nobody else has confirmed or accepted. */
async function endWhatWaits(tx: Transaction, actor: AuditActor, { id, disabled }: User): Promise<void> {
  const [inviter, owner] = disabled
    ? (['inviter disabled', 'owner of the API key disabled'] as const)
    : (['inviter demoted', 'owner of the API key demoted'] as const)
  await endInvitations(tx, actor, sql`invited_by = ${id}`, inviter)
  await endGrants(tx, actor, sql`api_key_id in (select id from api_keys where owner_id = ${id})`, owner)
}

function summarize({ name, email, role, disabled }: User, changes: z.output<typeof updateUser.body>): string {
  const enables = disabled && changes.disabled === false
  const parts = [
    enables &&
      `enable the account and ${changes.keepKeys ? 'let its API keys work again' : 'revoke its API keys'}`,
    !disabled && changes.disabled && 'disable the account',
    changes.role && changes.role !== role && `change the role from ${role} to ${changes.role}`,
  ]
  return `${name} (${email}): ${parts.filter(Boolean).join(', ')}`
}
