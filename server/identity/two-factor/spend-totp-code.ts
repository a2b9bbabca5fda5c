import type { Transaction } from '#platform'
import type { SecretBox } from './sealed-secret.ts'
import { stepOfCode } from './totp.ts'

/** Uses up a code of the authenticator app and returns whether it was valid. The caller has locked the user. */
export async function spendTotpCode(
  tx: Transaction,
  box: SecretBox,
  userId: string,
  code: string,
): Promise<boolean> {
  const { secret: sealed, lastStep } = await tx
    .selectFrom('twoFactor')
    .select(['secret', 'lastStep'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  const secret = box.open(sealed, userId)
  const step = secret && stepOfCode(secret, code, { lastStep })
  if (step === null) return false
  await tx.updateTable('twoFactor').set({ lastStep: step }).where('userId', '=', userId).execute()
  return true
}
