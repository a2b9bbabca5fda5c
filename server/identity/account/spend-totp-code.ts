import type { Transaction } from '#platform'
import type { SecretBox } from './sealed-secret.ts'
import { stepOfCode } from './totp.ts'

/** Uses a code of the app up, and tells whether it was good. The caller has locked the person. */
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
