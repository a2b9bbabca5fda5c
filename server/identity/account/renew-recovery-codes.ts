import { record, userTarget } from '#audit'
import { renewRecoveryCodes } from '#contract'
import { implementOutside, Refusal } from '#platform'
import type { Auth } from '../auth.ts'
import { replaceRecoveryCodes } from '../two-factor/recovery-codes.ts'
import { lockUser } from '../user-rows.ts'
import { confirmPassword } from './confirm-password.ts'

export const createRenewRecoveryCodes = (auth: Auth) =>
  implementOutside(renewRecoveryCodes, async ({ db, actor, body }) => {
    const { userId } = actor
    await confirmPassword(auth, db, actor, { field: 'password', given: body.password })
    return db.transaction(async (tx) => {
      const { email, twoFactorEnabled } = await lockUser(tx, userId)
      if (!twoFactorEnabled) throw new Refusal('two_factor_disabled')
      const recoveryCodes = await replaceRecoveryCodes(tx, userId)
      await record(tx, actor, 'user.two_factor', userTarget(userId, email), { recoveryCodes: 'renewed' })
      return { recoveryCodes }
    })
  })
