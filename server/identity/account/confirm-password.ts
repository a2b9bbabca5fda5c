import { sql } from 'kysely'
import type { Actor } from '#contract'
import type { Database } from '#database'
import { Refusal } from '#platform'
import { inSeconds, returnAttempt, takeAttempt } from '../attempts.ts'
import type { Auth } from '../auth.ts'

/**
 * Checks the password of the signed-in user, which confirms the session, and returns its hash. Hashing is slow: never call it inside a transaction.
 * @param field the input field of the password
 * @throws Refusal `no_password` or `wrong_password`; after too many attempts the latter even for the right password
 */
export async function confirmPassword(
  auth: Auth,
  db: Database,
  { userId, session }: Pick<Actor, 'userId' | 'session'>,
  { field, given }: { field: string; given: string },
): Promise<string> {
  const account = await db.reader
    .selectFrom('accounts')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  if (!account?.password) throw new Refusal('no_password', 'Your account has no password.')
  const refused = (message: string) =>
    new Refusal('wrong_password', message, { fields: [{ path: field, message }] })
  const guesser = { what: 'password', userId } as const
  const seconds = await db.transaction((tx) => takeAttempt(tx, guesser))
  if (seconds > 0) throw refused(`Too many wrong passwords. Try again ${inSeconds(seconds)}.`)
  if (!(await auth.verifyPassword(given, account.password, { first: true }))) throw refused('Wrong password.')
  await db.transaction(async (tx) => {
    await returnAttempt(tx, guesser)
    await tx
      .updateTable('sessions')
      .set({ confirmedAt: sql<string>`now()` })
      .where('id', '=', session?.id ?? null)
      .execute()
  })
  return account.password
}
