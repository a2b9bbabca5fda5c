import { sql } from 'kysely'
import { record } from '#audit'
import { changePassword } from '#contract'
import type { Post } from '#mail'
import { implementOutside, newId, Refusal } from '#platform'
import type { Auth } from '../auth.ts'
import { passwordChangedLetter } from '../password-reset/letters.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { renewSession } from '../sessions/open-session.ts'
import { askPassword } from './ask-password.ts'
import { lockPerson } from './person.ts'

/** `post`: null where no e-mail is sent. */
export const createChangePassword = (auth: Auth, post: Post | null) =>
  implementOutside(changePassword, async ({ db, actor, body, credentials }) => {
    const { userId } = actor
    const asked = { field: 'currentPassword', given: body.currentPassword }
    const current = await askPassword(auth, db, userId, asked)
    const password = await auth.hashPassword(body.newPassword)
    const sessionId = await auth.ownSession(credentials.cookie)
    const { endedSessions, token } = await db.transaction(async (tx) => {
      const { email } = await lockPerson(tx, userId)
      const { numUpdatedRows } = await tx
        .updateTable('accounts')
        .set({ password, updatedAt: sql<string>`now()` })
        .where('userId', '=', userId)
        .where('providerId', '=', 'credential')
        .where('password', '=', current)
        .executeTakeFirst()
      if (numUpdatedRows === 0n)
        throw new Refusal('wrong_password', 'Your password was changed in the meantime.')
      const endedSessions = await endSessions(tx, userId, sessionId)
      await record(tx, actor, 'user.password', { type: 'user', id: userId, label: email }, { how: 'changed' })
      await post?.(tx, passwordChangedLetter, { id: newId(), userId, at: new Date().toISOString() })
      return { endedSessions, token: await renewSession(tx, sessionId) }
    })
    for (const cookie of await auth.sessionCookie(token)) credentials.setCookie(cookie)
    return { endedSessions }
  })
