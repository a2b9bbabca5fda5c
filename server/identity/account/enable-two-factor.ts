import { enableTwoFactor } from '#contract'
import { implementOutside, Refusal } from '#platform'
import type { Auth } from '../auth.ts'
import { readSettings } from '../settings/get.ts'
import { askPassword } from './ask-password.ts'
import { lockPerson } from './person.ts'
import type { SecretBox } from './sealed-secret.ts'
import { base32, newTotpSecret, totpUri } from './totp.ts'

export const createEnableTwoFactor = (auth: Auth, box: SecretBox) =>
  implementOutside(enableTwoFactor, async ({ db, actor: { userId, email }, body }) => {
    await askPassword(auth, db, userId, { field: 'password', given: body.password })
    const plain = newTotpSecret()
    const secret = box.seal(plain, userId)
    return db.transaction(async (tx) => {
      const person = await lockPerson(tx, userId)
      if (person.twoFactorEnabled) throw new Refusal('two_factor_enabled')
      await tx
        .insertInto('twoFactor')
        .values({ userId, secret })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet({ secret, lastStep: 0 }))
        .execute()
      const { organisationName } = await readSettings(tx).executeTakeFirstOrThrow()
      return { secret: base32(plain), uri: totpUri(plain, organisationName, email) }
    })
  })
