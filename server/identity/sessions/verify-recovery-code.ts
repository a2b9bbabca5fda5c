import { verifyRecoveryCode } from '#contract'
import { implementOutside } from '#platform'
import type { Auth } from '../auth.ts'
import { countRecoveryCodes, spendRecoveryCode } from '../two-factor/recovery-codes.ts'
import { finishTwoFactor } from './two-factor.ts'

/** Not limited by attempts: nobody guesses 120 bits, and others may have used up the attempts for app codes. */
export const createVerifyRecoveryCode = (auth: Auth) =>
  implementOutside(verifyRecoveryCode, async ({ db, body: { code }, credentials }) => {
    const { user, used } = await finishTwoFactor(
      auth,
      { db, credentials },
      'recovery code',
      async (tx, userId) =>
        (await spendRecoveryCode(tx, userId, code))
          ? { used: await countRecoveryCodes(tx, userId) }
          : { refused: 'The recovery code is wrong or was already used.' },
    )
    return { user, recoveryCodesLeft: used }
  })
