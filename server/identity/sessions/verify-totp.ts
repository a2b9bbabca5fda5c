import { verifyTotp } from '#contract'
import { implementOutside } from '#platform'
import type { Auth } from '../auth.ts'
import { returnAttempt, takeAttempt } from '../two-factor/attempts.ts'
import type { SecretBox } from '../two-factor/sealed-secret.ts'
import { spendTotpCode } from '../two-factor/spend-totp-code.ts'
import { finishTwoFactor } from './two-factor.ts'

export const createVerifyTotp = (auth: Auth, box: SecretBox) =>
  implementOutside(verifyTotp, async ({ db, body: { code }, credentials }) => {
    const { user } = await finishTwoFactor(auth, { db, credentials }, async (tx, userId) => {
      // Six digits can be guessed by someone with the password and patience, so attempts are limited per account.
      if (!(await takeAttempt(tx, userId, 'code'))) return { refused: tooOften }
      if (!(await spendTotpCode(tx, box, userId, code))) return { refused: wrong }
      await returnAttempt(tx, userId, 'code')
      return { used: true }
    })
    return { user }
  })

const wrong = 'The code is wrong or was already used. Wait for the next one.'
const tooOften = 'Too many wrong codes. Use a recovery code, or try again in 15 minutes.'
