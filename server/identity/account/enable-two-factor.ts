import { enableTwoFactor } from '#contract'
import { implementOutside, Refusal } from '#platform'
import type { Auth } from '../auth.ts'
import { readSettings } from '../settings/get.ts'
import type { SecretBox } from '../two-factor/sealed-secret.ts'
import { base32, newTotpSecret, totpUri } from '../two-factor/totp.ts'
import { lockUser } from '../user-rows.ts'
import { confirmPassword } from './confirm-password.ts'

export const createEnableTwoFactor = (auth: Auth, box: SecretBox) =>
  implementOutside(enableTwoFactor, async ({ db, actor, body }) => {
    const { userId, email } = actor
    await confirmPassword(auth, db, actor, { field: 'password', given: body.password })
    const plain = newTotpSecret()
    const secret = box.seal(plain, userId)
    return db.transaction(async (tx) => {
      const user = await lockUser(tx, userId)
      if (user.twoFactorEnabled) throw new Refusal('two_factor_enabled')
      await tx
        .insertInto('twoFactor')
        .values({ userId, secret })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet({ secret, lastStep: 0 }))
        .execute()
      const { organisationName } = await readSettings(tx).executeTakeFirstOrThrow()
      return { secret: base32(plain), uri: totpUri(plain, organisationName, email) }
    })
  })
