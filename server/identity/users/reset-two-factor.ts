import { operator } from '#audit'
import type { Database } from '#database'
import { turnOffTwoFactor } from '../account/disable-two-factor.ts'

/**
 * Turns off two-factor authentication for a user who lost their phone and recovery codes. Only the operators' commands
 * call this. Returns null if no user has this address.
 */
export function resetTwoFactor(db: Database, email: string) {
  return db.transaction(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email'])
      .where('email', '=', email.trim().toLowerCase())
      .executeTakeFirst()
    if (!user) return null
    return { email: user.email, wasOn: await turnOffTwoFactor(tx, operator, user.id) }
  })
}
