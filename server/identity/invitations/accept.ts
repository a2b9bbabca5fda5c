import { sql } from 'kysely'
import { record } from '#audit'
import { acceptInvitation } from '#contract'
import { implementOutside, Refusal } from '#platform'
import type { Auth } from '../auth.ts'
import { insertPerson } from '../people.ts'
import { invitationOf } from './open.ts'

export const createAcceptInvitation = (auth: Auth) =>
  implementOutside(acceptInvitation, async ({ db, body: { token, name, password } }) => {
    // Before the password is hashed, so that made-up tokens cost little.
    await invitationOf(db.reader, token)
    const passwordHash = await auth.hashPassword(password)
    return db.transaction(async (tx) => {
      const { id: invitationId, email, role, invitedByEmail } = await invitationOf(tx, token)
      const accepted = await tx
        .updateTable('invitations')
        .set({ acceptedAt: sql<string>`now()` })
        .where('id', '=', invitationId)
        .where('acceptedAt', 'is', null)
        .where('revokedAt', 'is', null)
        .executeTakeFirst()
      // Someone was faster, and has committed: look again to say what they did.
      if (accepted.numUpdatedRows === 0n) {
        await invitationOf(tx, token)
        throw new Refusal('invitation_not_found')
      }
      const { id } = await insertPerson(tx, { name, email, role, passwordHash })
      const target = { type: 'user', id, label: email } as const
      await record(tx, { userId: id, email }, 'user.create', target, { role, invitedBy: invitedByEmail })
      return { id, name, email, role }
    })
  })
