import { sql } from 'kysely'
import { operator, record, userTarget } from '#audit'
import type { Database } from '#database'
import { newId } from '#platform'
import { createPasswords } from '../passwords/passwords.ts'
import { refuseWeakPassword } from '../passwords/refuse-weak.ts'
import { endSessions } from '../sessions/end-sessions.ts'

/**
 * Sets a user's password and ends all of their sessions. API keys keep working. Only the operators' commands call this.
 * Returns null if no person has this address. @throws Refusal for a weak password
 */
export async function resetPassword(db: Database, email: string, newPassword: string) {
  const found = await db.reader
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('email', '=', email.trim().toLowerCase())
    .where('kind', '=', 'person')
    .executeTakeFirst()
  if (!found) return null
  await refuseWeakPassword(db.reader, newPassword, { ...found, field: 'password' })
  const password = await createPasswords().hashPassword(newPassword)
  return db.transaction(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email', 'disabled'])
      .where('id', '=', found.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) return null

    await tx
      .insertInto('accounts')
      .values({ id: newId(), userId: user.id, providerId: 'credential', accountId: user.id, password })
      .onConflict((conflict) =>
        conflict
          .columns(['providerId', 'accountId'])
          .doUpdateSet({ password, updatedAt: sql<string>`now()` }),
      )
      .execute()
    const sessions = await endSessions(tx, user.id)
    await record(tx, operator, 'user.password', userTarget(user.id, user.email))
    return { email: user.email, disabled: user.disabled, sessions }
  })
}
