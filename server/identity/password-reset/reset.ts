import { sql } from 'kysely'
import { record, userTarget, visitor } from '#audit'
import { resetPassword } from '#contract'
import type { QueueEmail } from '#mail'
import { implementOutside, newId, Refusal } from '#platform'
import type { Auth } from '../auth.ts'
import { hashLinkToken } from '../link-token.ts'
import { refuseWeakPassword } from '../passwords/refuse-weak.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { lockUser } from '../user-rows.ts'
import { passwordChangedEmail } from './emails.ts'
import { openResets } from './open.ts'

/** Two-factor authentication and API keys stay as they are. `queueEmail`: null if email is not configured. */
export const createResetPassword = (auth: Auth, queueEmail: QueueEmail | null) =>
  implementOutside(resetPassword, async ({ db, body: { token, newPassword }, credentials }) => {
    const tokenHash = hashLinkToken(token)
    // Checked before the password, so that invalid tokens cost little.
    const found = await openResets(db.reader).where('tokenHash', '=', tokenHash).executeTakeFirst()
    if (!found) throw invalid()
    await refuseWeakPassword(db.reader, newPassword, { ...found, field: 'newPassword' })
    const password = await auth.hashPassword(newPassword, { first: true })
    return db.transaction(async (tx) => {
      // A simultaneous call with the same link waits here and then finds it used.
      const { id: userId, email } = await lockUser(tx, found.userId)
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
      const target = userTarget(userId, email)
      await record(tx, visitor({ id: userId, email }, credentials), 'user.password', target, {
        how: 'reset by email',
      })
      await queueEmail?.(tx, passwordChangedEmail, { id: newId(), userId, at: new Date().toISOString() })
      return { email }
    })
  })

const invalid = () =>
  new Refusal('reset_link_invalid', 'This link has expired or was already used. Request a new one.')
