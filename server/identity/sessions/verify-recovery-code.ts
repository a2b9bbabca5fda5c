import { verifyRecoveryCode } from '#contract'
import { implementOutside } from '#platform'
import { countRecoveryCodes, spendRecoveryCode } from '../account/recovery-codes.ts'
import type { Auth } from '../auth.ts'
import { finishSecondStep } from './second-step.ts'

/** Nobody guesses 80 bits, so these stay a way in where someone else has used up the tries for codes of the app. */
export const createVerifyRecoveryCode = (auth: Auth) =>
  implementOutside(verifyRecoveryCode, async ({ db, body: { code }, credentials }) => {
    const { user, used } = await finishSecondStep(auth, { db, credentials }, async (tx, userId) =>
      (await spendRecoveryCode(tx, userId, code))
        ? { used: await countRecoveryCodes(tx, userId) }
        : { refused: 'The recovery code is wrong, or was used already.' },
    )
    return { user, recoveryCodesLeft: used }
  })
