import { sql } from 'kysely'
import { confirm } from '#contract'
import { implementOutside, Refusal, type Secrets } from '#platform'
import { inSeconds, returnAttempt, takeAttempt } from '../attempts.ts'
import type { Auth } from '../auth.ts'
import { spendTotpCode } from '../two-factor/spend-totp-code.ts'
import { lockUser } from '../user-rows.ts'
import { confirmPassword } from './confirm-password.ts'

/** Lets the session do for two hours what needs a confirmation. Signing in does, too. */
export const createConfirm = (auth: Auth, secrets: Secrets) =>
  implementOutside(confirm, async ({ db, actor, body: { password, code } }) => {
    if (password !== undefined) await confirmPassword(auth, db, actor, { field: 'password', given: password })
    if (code === undefined) return null
    const { userId, session } = actor
    const refused = await db.transaction(async (tx) => {
      const { twoFactorEnabled } = await lockUser(tx, userId)
      if (!twoFactorEnabled) throw new Refusal('two_factor_disabled')
      // Committed even when refused, so that a stolen session cannot try all codes.
      const seconds = await takeAttempt(tx, { what: 'code', userId })
      if (seconds > 0) return `Too many wrong codes. Try again ${inSeconds(seconds)}.`
      if (!(await spendTotpCode(tx, secrets, userId, code)))
        return 'The code is wrong or was already used. Wait for the next one.'
      await returnAttempt(tx, { what: 'code', userId })
      await tx
        .updateTable('sessions')
        .set({ confirmedAt: sql<string>`now()` })
        .where('id', '=', session?.id ?? null)
        .execute()
      return null
    })
    if (refused !== null) throw new Refusal('wrong_code', refused)
    return null
  })
