import { sql } from 'kysely'
import { record } from '#audit'
import { resetPassword } from '#contract'
import type { Post } from '#mail'
import { implementOutside, newId, Refusal } from '#platform'
import { lockPerson } from '../account/person.ts'
import type { Auth } from '../auth.ts'
import { hashLinkToken } from '../link-token.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { passwordChangedLetter } from './letters.ts'
import { openResets } from './open.ts'

/** The second step stays in force, and API keys go on working. `post`: null where no e-mail is sent. */
export const createResetPassword = (auth: Auth, post: Post | null) =>
  implementOutside(resetPassword, async ({ db, body: { token, newPassword } }) => {
    const tokenHash = hashLinkToken(token)
    // Before the password is hashed, so that made-up tokens cost little.
    const found = await openResets(db.reader).where('tokenHash', '=', tokenHash).executeTakeFirst()
    if (!found) throw invalid()
    const password = await auth.hashPassword(newPassword)
    return db.transaction(async (tx) => {
      // Of two with one link, the second waits here, and then finds the link used.
      const { id: userId, email } = await lockPerson(tx, found.userId)
      const reset = await openResets(tx).where('tokenHash', '=', tokenHash).executeTakeFirst()
      if (!reset) throw invalid()
      await tx
        .updateTable('passwordResets')
        .set({ endedAt: sql<string>`now()` })
        .where('id', '=', reset.id)
        .execute()
      await tx
        .updateTable('accounts')
        .set({ password, updatedAt: sql<string>`now()` })
        .where('userId', '=', userId)
        .where('providerId', '=', 'credential')
        .execute()
      await endSessions(tx, userId)
      const target = { type: 'user', id: userId, label: email } as const
      await record(tx, { userId, email }, 'user.password', target, { how: 'reset by e-mail' })
      await post?.(tx, passwordChangedLetter, { id: newId(), userId, at: new Date().toISOString() })
      return { email }
    })
  })

const invalid = () =>
  new Refusal('reset_link_invalid', 'This link has expired or was used. Ask for a new one.')
