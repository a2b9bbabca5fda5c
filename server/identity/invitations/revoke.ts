import { sql } from 'kysely'
import { record } from '#audit'
import { revokeInvitation } from '#contract'
import { implement, Refusal } from '#platform'

export const revoke = implement(revokeInvitation, async ({ tx, actor, params: { invitationId: id } }) => {
  const invitation = await tx
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!invitation) throw new Refusal('invitation_not_found')
  if (invitation.acceptedAt) throw new Refusal('invitation_accepted')
  if (invitation.revokedAt) return { id }
  await tx.updateTable('invitations').set({ revokedAt: sql<string>`now()` }).where('id', '=', id).execute()
  await record(tx, actor, 'invitation.revoke', { type: 'invitation', id, label: invitation.email })
  return { id }
})
