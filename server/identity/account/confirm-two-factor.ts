import { record, userTarget } from '#audit'
import { confirmTwoFactor } from '#contract'
import { implementOutside, Refusal, type Secrets } from '#platform'
import { inSeconds, returnAttempt, takeAttempt } from '../attempts.ts'
import type { Auth } from '../auth.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { renewSession } from '../sessions/open-session.ts'
import { replaceRecoveryCodes } from '../two-factor/recovery-codes.ts'
import { spendTotpCode } from '../two-factor/spend-totp-code.ts'
import { lockUser } from '../user-rows.ts'

/** Like a new password, this ends all other sessions. */
export const createConfirmTwoFactor = (auth: Auth, secrets: Secrets) =>
  implementOutside(confirmTwoFactor, async ({ db, actor, body: { code }, credentials }) => {
    const { userId, session } = actor
    const outcome = await db.transaction(async (tx) => {
      const { email, twoFactorEnabled } = await lockUser(tx, userId)
      if (twoFactorEnabled) throw new Refusal('two_factor_enabled')
      const pending = await tx
        .selectFrom('twoFactor')
        .select('userId')
        .where('userId', '=', userId)
        .executeTakeFirst()
      if (!pending) throw new Refusal('two_factor_not_begun')
      // Committed even when refused, so that a stolen session cannot try all codes.
      const seconds = await takeAttempt(tx, { what: 'code', userId })
      if (seconds > 0) return { refused: `Too many wrong codes. Try again ${inSeconds(seconds)}.` }
      if (!(await spendTotpCode(tx, secrets, userId, code))) return { refused: wrong }
      await returnAttempt(tx, { what: 'code', userId })
      await tx.updateTable('users').set({ twoFactorEnabled: true }).where('id', '=', userId).execute()
      const recoveryCodes = await replaceRecoveryCodes(tx, userId)
      await endSessions(tx, userId, session?.id)
      await record(tx, actor, 'user.two_factor', userTarget(userId, email), { enabled: true })
      return { recoveryCodes, token: await renewSession(tx, session?.id) }
    })
    if ('refused' in outcome) throw new Refusal('wrong_code', outcome.refused)
    await auth.enter(credentials, outcome.token)
    return { recoveryCodes: outcome.recoveryCodes }
  })

const wrong = 'Wrong code. Check that the clock of your phone is correct.'
