import { type Database, Refusal } from '#platform'
import type { Auth } from '../auth.ts'
import { giveTryBack, takeTry } from './tries.ts'

/**
 * Makes sure that who is signed in is who knows the password, and gives its hash. Hashes, so never call it inside a
 * transaction.
 * @param field what the input calls the password
 * @throws Refusal `no_password` or `wrong_password`, the latter whatever was typed when it was wrong too often.
 */
export async function askPassword(
  auth: Auth,
  db: Database,
  userId: string,
  { field, given }: { field: string; given: string },
): Promise<string> {
  const account = await db.reader
    .selectFrom('accounts')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  if (!account?.password) throw new Refusal('no_password', 'You sign in without a password of Aerie’s own.')
  const refused = (message: string) =>
    new Refusal('wrong_password', message, { fields: [{ path: field, message }] })
  if (!(await db.transaction((tx) => takeTry(tx, userId, 'password'))))
    throw refused('Wrong passwords were tried too often. Wait a quarter of an hour.')
  if (!(await auth.verifyPassword(given, account.password))) throw refused('This is not your password.')
  await db.transaction((tx) => giveTryBack(tx, userId, 'password'))
  return account.password
}
