import type { Database } from '#database'
import type { Secrets } from '#platform'
import { decryptTotpSecret, encryptTotpSecret } from './totp-secret.ts'

const batch = 100

/**
 * Encrypts two-factor authentication data of older secrets with the newest, in batches, while nodes are running. If it is
 * interrupted, the next call continues. Skips data of secrets that are not listed. Returns the number of users.
 */
export async function encryptTwoFactorAgain(db: Database, secrets: Secrets): Promise<number> {
  let [encrypted, last] = [0, '00000000-0000-0000-0000-000000000000']
  for (;;) {
    const { done, last: next } = await db.transaction(async (tx) => {
      const rows = await tx
        .selectFrom('twoFactor')
        .select(['userId', 'secret', 'encryptedWith'])
        .where('userId', '>', last)
        .where('encryptedWith', '<>', secrets.newest.id)
        .orderBy('userId')
        .limit(batch)
        .forNoKeyUpdate()
        .execute()
      let done = 0
      for (const { userId, ...row } of rows) {
        const plain = decryptTotpSecret(secrets, row, userId)
        if (!plain) continue
        await tx
          .updateTable('twoFactor')
          .set(encryptTotpSecret(secrets, plain, userId))
          .where('userId', '=', userId)
          .execute()
        done++
      }
      return { done, last: rows[batch - 1]?.userId }
    })
    encrypted += done
    if (!next) return encrypted
    last = next
  }
}
