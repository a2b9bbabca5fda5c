import { operator, record, userTarget } from '#audit'
import type { Database } from '#database'
import { endSessions } from '../sessions/end-sessions.ts'

/**
 * Unlinks a user from identity providers, so that the next sign-in there links again, and ends their sessions. Only the
 * operators' commands call this. Returns null if no user has this address.
 */
export function unlinkIdentity(db: Database, email: string) {
  return db.transaction(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email'])
      .where('email', '=', email.trim().toLowerCase())
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) return null
    const { numDeletedRows } = await tx
      .deleteFrom('accounts')
      .where('userId', '=', user.id)
      .where('providerId', '!=', 'credential')
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return { email: user.email, wasLinked: false }
    await endSessions(tx, user.id)
    await record(tx, operator, 'user.identity_link', userTarget(user.id, user.email), { linked: false })
    return { email: user.email, wasLinked: true }
  })
}
