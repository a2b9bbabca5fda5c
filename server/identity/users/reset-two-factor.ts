import type { Database } from '#platform'
import { turnOffTwoFactor } from '../account/disable-two-factor.ts'

/**
 * Lets someone who lost their telephone and their recovery codes sign in with the password alone. Only the server's own
 * command line does this. Null where no member has this address.
 */
export function resetTwoFactor(db: Database, email: string) {
  return db.transaction(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email'])
      .where('email', '=', email.trim().toLowerCase())
      .executeTakeFirst()
    if (!user) return null
    const server = { userId: null, email: 'server' }
    return { email: user.email, wasOn: await turnOffTwoFactor(tx, server, user.id) }
  })
}
