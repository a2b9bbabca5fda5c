import { sql } from 'kysely'
import { record, userTarget } from '#audit'
import { type Role, updateUser } from '#contract'
import { implement, Refusal } from '#platform'
import { endInvitations } from '../invitations/end.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { users } from '../user-rows.ts'

export const update = implement(updateUser, async ({ tx, actor, params, body }) => {
  if (body.role === 'owner')
    throw new Refusal('owner_promotion_forbidden', 'Ownership is transferred on the server.')

  const before = await users(tx).where('id', '=', params.userId).forNoKeyUpdate().executeTakeFirst()
  if (!before) throw new Refusal('user_not_found')
  if (body.version !== undefined && body.version !== before.version) throw new Refusal('stale_version')
  const { role = before.role, disabled = before.disabled } = body
  if (role === before.role && disabled === before.disabled) return before
  if (before.role === 'owner') throw new Refusal('owner_protected')

  await tx
    .updateTable('users')
    .set({ role, disabled, version: before.version + 1, updatedAt: sql<string>`now()` })
    .where('id', '=', before.id)
    .execute()
  const target = userTarget(before.id, before.email)
  if (role !== before.role) await record(tx, actor, 'user.role', target, { from: before.role, to: role })
  if (disabled !== before.disabled) await record(tx, actor, disabled ? 'user.disable' : 'user.enable', target)
  const [wasInviting, isInviting] = [before, { role, disabled }].map(mayInvite)
  if (wasInviting && !isInviting)
    await endInvitations(
      tx,
      actor,
      sql`invited_by = ${before.id}`,
      disabled ? 'inviter disabled' : 'inviter demoted',
    )
  // Also when enabling: a sign-in in progress while the user was disabled must not succeed.
  if (disabled !== before.disabled) await endSessions(tx, before.id)
  return { ...before, role, disabled, version: before.version + 1 }
})

const mayInvite = ({ role, disabled }: { role: Role; disabled: boolean }) => role !== 'member' && !disabled
