import { sql } from 'kysely'
import { record, userTarget } from '#audit'
import { changePassword } from '#contract'
import type { QueueEmail } from '#mail'
import { implementOutside, newId, Refusal } from '#platform'
import type { Auth } from '../auth.ts'
import { passwordChangedEmail } from '../password-reset/emails.ts'
import { refuseWeakPassword } from '../passwords/refuse-weak.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { renewSession } from '../sessions/open-session.ts'
import { lockUser } from '../user-rows.ts'
import { confirmPassword } from './confirm-password.ts'

/** `queueEmail`: null if email is not configured. */
export const createChangePassword = (auth: Auth, queueEmail: QueueEmail | null) =>
  implementOutside(changePassword, async ({ db, actor, body, credentials }) => {
    const { userId, session } = actor
    const given = { field: 'currentPassword', given: body.currentPassword }
    const current = await confirmPassword(auth, db, actor, given)
    await refuseWeakPassword(db.reader, body.newPassword, { ...actor, field: 'newPassword' })
    const password = await auth.hashPassword(body.newPassword, { first: true })
    const { endedSessions, token } = await db.transaction(async (tx) => {
      const { email } = await lockUser(tx, userId)
      const { numUpdatedRows } = await tx
        .updateTable('accounts')
        .set({ password, updatedAt: sql<string>`now()` })
        .where('userId', '=', userId)
        .where('providerId', '=', 'credential')
        .where('password', '=', current)
        .executeTakeFirst()
      if (numUpdatedRows === 0n)
        throw new Refusal('wrong_password', 'Your password was changed in the meantime.')
      const endedSessions = await endSessions(tx, userId, session?.id)
      await record(tx, actor, 'user.password', userTarget(userId, email), { how: 'changed' })
      await queueEmail?.(tx, passwordChangedEmail, { id: newId(), userId, at: new Date().toISOString() })
      return { endedSessions, token: await renewSession(tx, session?.id) }
    })
    await auth.enter(credentials, token)
    return { endedSessions }
  })
