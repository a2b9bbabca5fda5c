import { type AuditActor, record, userTarget } from '#audit'
import { disableTwoFactor } from '#contract'
import type { Transaction } from '#database'
import { implementOutside } from '#platform'
import type { Auth } from '../auth.ts'
import { refuseWhereRequired } from '../two-factor/required.ts'
import { lockUser } from '../user-rows.ts'
import { confirmPassword } from './confirm-password.ts'

export const createDisableTwoFactor = (auth: Auth) =>
  implementOutside(disableTwoFactor, async ({ db, actor, body }) => {
    await confirmPassword(auth, db, actor, { field: 'password', given: body.password })
    await db.transaction(async (tx) => {
      await refuseWhereRequired(tx)
      await turnOffTwoFactor(tx, actor, actor.userId)
    })
    return { twoFactor: false as const }
  })

/** Deletes the secret and the recovery codes, even if set-up was not finished. Returns whether it was enabled. */
export async function turnOffTwoFactor(tx: Transaction, actor: AuditActor, userId: string): Promise<boolean> {
  const { email, twoFactorEnabled } = await lockUser(tx, userId)
  await tx.deleteFrom('twoFactor').where('userId', '=', userId).execute()
  if (!twoFactorEnabled) return false
  await tx.updateTable('users').set({ twoFactorEnabled: false }).where('id', '=', userId).execute()
  await tx.deleteFrom('pendingSignIns').where('userId', '=', userId).execute()
  await record(tx, actor, 'user.two_factor', userTarget(userId, email), { enabled: false })
  return true
}
