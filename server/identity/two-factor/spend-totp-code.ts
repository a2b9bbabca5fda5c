import type { Transaction } from '#database'
import type { Secrets } from '#platform'
import { stepOfCode } from './totp.ts'
import { decryptTotpSecret } from './totp-secret.ts'

/** Uses up a code of the authenticator app and returns whether it was valid. The caller has locked the user. */
export async function spendTotpCode(
  tx: Transaction,
  secrets: Secrets,
  userId: string,
  code: string,
): Promise<boolean> {
  const { lastStep, ...encrypted } = await tx
    .selectFrom('twoFactor')
    .select(['secret', 'encryptedWith', 'lastStep'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  const secret = decryptTotpSecret(secrets, encrypted, userId)
  const step = secret && stepOfCode(secret, code, { lastStep })
  if (step === null) return false
  await tx.updateTable('twoFactor').set({ lastStep: step }).where('userId', '=', userId).execute()
  return true
}
