import { verifyTotp } from '#contract'
import { implementOutside } from '#platform'
import type { SecretBox } from '../account/sealed-secret.ts'
import { spendTotpCode } from '../account/spend-totp-code.ts'
import { giveTryBack, takeTry } from '../account/tries.ts'
import type { Auth } from '../auth.ts'
import { finishSecondStep } from './second-step.ts'

export const createVerifyTotp = (auth: Auth, box: SecretBox) =>
  implementOutside(verifyTotp, async ({ db, body: { code }, credentials }) => {
    const { user } = await finishSecondStep(auth, { db, credentials }, async (tx, userId) => {
      // Six digits can be guessed by who knows the password and has the time: the account as a whole has few tries.
      if (!(await takeTry(tx, userId, 'code'))) return { refused: tooOften }
      if (!(await spendTotpCode(tx, box, userId, code))) return { refused: wrong }
      await giveTryBack(tx, userId, 'code')
      return { used: true }
    })
    return { user }
  })

const wrong = 'The code is wrong, or was used already. Wait for the next one.'
const tooOften = 'Wrong codes were tried too often. Use a recovery code, or wait a quarter of an hour.'
