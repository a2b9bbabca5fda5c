import { verifyTotp } from '#contract'
import { implementOutside, type Secrets } from '#platform'
import { inSeconds, returnAttempt, takeAttempt } from '../attempts.ts'
import type { Auth } from '../auth.ts'
import { spendTotpCode } from '../two-factor/spend-totp-code.ts'
import { finishTwoFactor } from './two-factor.ts'

export const createVerifyTotp = (auth: Auth, secrets: Secrets) =>
  implementOutside(verifyTotp, async ({ db, body: { code }, credentials }) => {
    const { user } = await finishTwoFactor(auth, { db, credentials }, 'code', async (tx, userId) => {
      // Six digits can be guessed by someone with the password and patience, so attempts are limited per account.
      const seconds = await takeAttempt(tx, { what: 'code', userId })
      if (seconds > 0)
        return { refused: `Too many wrong codes. Use a recovery code, or try again ${inSeconds(seconds)}.` }
      if (!(await spendTotpCode(tx, secrets, userId, code))) return { refused: wrong }
      await returnAttempt(tx, { what: 'code', userId })
      return { used: true }
    })
    return { user }
  })

const wrong = 'The code is wrong or was already used. Wait for the next one.'
