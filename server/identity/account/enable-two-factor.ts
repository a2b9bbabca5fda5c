import { enableTwoFactor } from '#contract'
import { implementOutside, Refusal, type Secrets } from '#platform'
import { readSettings } from '#settings'
import type { Auth } from '../auth.ts'
import { base32, newTotpSecret, totpUri } from '../two-factor/totp.ts'
import { encryptTotpSecret } from '../two-factor/totp-secret.ts'
import { lockUser } from '../user-rows.ts'
import { confirmPassword } from './confirm-password.ts'

export const createEnableTwoFactor = (auth: Auth, secrets: Secrets) =>
  implementOutside(enableTwoFactor, async ({ db, actor, body }) => {
    const { userId, email } = actor
    await confirmPassword(auth, db, actor, { field: 'password', given: body.password })
    const plain = newTotpSecret()
    const encrypted = encryptTotpSecret(secrets, plain, userId)
    return db.transaction(async (tx) => {
      const user = await lockUser(tx, userId)
      if (user.twoFactorEnabled) throw new Refusal('two_factor_enabled')
      await tx
        .insertInto('twoFactor')
        .values({ userId, ...encrypted })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet({ ...encrypted, lastStep: 0 }))
        .execute()
      const { organisationName } = await readSettings(tx).executeTakeFirstOrThrow()
      return { secret: base32(plain), uri: totpUri(plain, organisationName, email) }
    })
  })
