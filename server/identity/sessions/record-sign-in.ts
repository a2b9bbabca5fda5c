import { record, userTarget, visitor } from '#audit'
import type { Transaction } from '#database'
import type { Credentials } from '#platform'

/** Records in the audit log that a user signed in, and with what. */
export async function recordSignIn(
  tx: Transaction,
  user: { id: string; email: string },
  how: 'password' | 'code' | 'recovery code' | 'identity provider',
  credentials: Pick<Credentials, 'address'>,
): Promise<void> {
  const actor = visitor(user, credentials)
  await record(tx, actor, 'session.sign_in', userTarget(user.id, user.email), { with: how })
}
