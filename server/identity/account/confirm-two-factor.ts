import { record } from '#audit'
import { confirmTwoFactor } from '#contract'
import { implementOutside, Refusal } from '#platform'
import type { Auth } from '../auth.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { renewSession } from '../sessions/open-session.ts'
import { lockPerson } from './person.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import type { SecretBox } from './sealed-secret.ts'
import { spendTotpCode } from './spend-totp-code.ts'
import { giveTryBack, takeTry } from './tries.ts'

/** Like a new password, it ends the sessions that were opened without it. */
export const createConfirmTwoFactor = (auth: Auth, box: SecretBox) =>
  implementOutside(confirmTwoFactor, async ({ db, actor, body: { code }, credentials }) => {
    const { userId } = actor
    const sessionId = await auth.ownSession(credentials.cookie)
    const outcome = await db.transaction(async (tx) => {
      const { email, twoFactorEnabled } = await lockPerson(tx, userId)
      if (twoFactorEnabled) throw new Refusal('two_factor_enabled')
      const begun = await tx
        .selectFrom('twoFactor')
        .select('userId')
        .where('userId', '=', userId)
        .executeTakeFirst()
      if (!begun) throw new Refusal('two_factor_not_begun')
      // Committed with the refusal, so that a stolen session cannot try them all.
      if (!(await takeTry(tx, userId, 'code'))) return { refused: tooOften }
      if (!(await spendTotpCode(tx, box, userId, code))) return { refused: wrong }
      await giveTryBack(tx, userId, 'code')
      await tx.updateTable('users').set({ twoFactorEnabled: true }).where('id', '=', userId).execute()
      const recoveryCodes = await replaceRecoveryCodes(tx, userId)
      await endSessions(tx, userId, sessionId)
      await record(
        tx,
        actor,
        'user.two_factor',
        { type: 'user', id: userId, label: email },
        { enabled: true },
      )
      return { recoveryCodes, token: await renewSession(tx, sessionId) }
    })
    if ('refused' in outcome)
      throw new Refusal('wrong_code', outcome.refused, {
        headers: { 'www-authenticate': 'Bearer realm="aerie"' },
      })
    for (const cookie of await auth.sessionCookie(outcome.token)) credentials.setCookie(cookie)
    return { recoveryCodes: outcome.recoveryCodes }
  })

const wrong = 'The code is wrong. Is the clock of your telephone right?'
const tooOften = 'Wrong codes were tried too often. Wait a quarter of an hour.'
