import { sql } from 'kysely'
import { record, userTarget, visitor } from '#audit'
import { resetPassword } from '#contract'
import type { QueueEmail } from '#mail'
import { implementOutside, newId, Refusal } from '#platform'
import type { Auth } from '../auth.ts'
import type { RevokeKeysOf } from '../keys.ts'
import { hashLinkToken } from '../link-token.ts'
import { refuseWeakPassword } from '../passwords/refuse-weak.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { lockUser } from '../user-rows.ts'
import { passwordChangedEmail } from './emails.ts'
import { openResets } from './open.ts'

interface Options {
  /** Null if email is not configured. */
  queueEmail: QueueEmail | null
  revokeKeysOf: RevokeKeysOf
}

/** Two-factor authentication stays as it is. */
export const createResetPassword = (auth: Auth, { queueEmail, revokeKeysOf }: Options) =>
  implementOutside(resetPassword, async ({ db, body, credentials }) => {
    const { token, newPassword, revokeKeys } = body
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
      const actor = visitor({ id: userId, email }, credentials)
      await record(tx, actor, 'user.password', userTarget(userId, email), { how: 'reset by email' })
      const revokedKeys = revokeKeys ? await revokeKeysOf(tx, actor, userId) : 0
      await queueEmail?.(tx, passwordChangedEmail, { id: newId(), userId, at: new Date().toISOString() })
      return { email, revokedKeys }
    })
  })

const invalid = () =>
  new Refusal('reset_link_invalid', 'This link has expired or was already used. Request a new one.')
