import { sql } from 'kysely'
import { record, userTarget, visitor } from '#audit'
import { acceptInvitation } from '#contract'
import { implementOutside, Refusal } from '#platform'
import type { Auth } from '../auth.ts'
import { refuseWeakPassword } from '../passwords/refuse-weak.ts'
import { insertUser } from '../user-rows.ts'
import { invitationOf } from './open.ts'

export const createAcceptInvitation = (auth: Auth) =>
  implementOutside(acceptInvitation, async ({ db, body: { token, name, password }, credentials }) => {
    // Checked before the password, so that invalid tokens cost little.
    const invitation = await invitationOf(db.reader, token)
    await refuseWeakPassword(db.reader, password, { field: 'password', name, email: invitation.email })
    const passwordHash = await auth.hashPassword(password, { first: true })
    return db.transaction(async (tx) => {
      const { id: invitationId, email, role, invitedByEmail } = await invitationOf(tx, token)
      const accepted = await tx
        .updateTable('invitations')
        .set({ acceptedAt: sql<string>`now()` })
        .where('id', '=', invitationId)
        .where('acceptedAt', 'is', null)
        .where('revokedAt', 'is', null)
        .executeTakeFirst()
      // Another call was faster and has committed: this throws the reason.
      if (accepted.numUpdatedRows === 0n) {
        await invitationOf(tx, token)
        throw new Refusal('invitation_not_found')
      }
      const { id } = await insertUser(tx, { name, email, role, passwordHash, invitationId })
      const target = userTarget(id, email)
      await record(tx, visitor({ id, email }, credentials), 'user.create', target, {
        role,
        invitedBy: invitedByEmail,
      })
      return { id, name, email, role }
    })
  })
