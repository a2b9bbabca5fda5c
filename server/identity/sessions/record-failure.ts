import { sql } from 'kysely'
import { record } from '#audit'
import type { Transaction } from '#platform'

/** Failed attempts that the audit log takes for one account in a quarter of an hour: guessing must not fill it. */
const recordedAtMost = 5

/** Writes to the audit log that someone's password, or the code after it, was wrong. An unknown address leaves nothing. */
export async function recordFailure(
  tx: Transaction,
  email: string,
  step: 'password' | 'code',
): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) return
  const details = step === 'code' ? { step } : {}
  const { recent } = await tx
    .selectFrom('auditLog')
    .where('action', '=', 'session.sign_in_failed')
    .where('targetId', '=', user.id)
    .where('details', '=', JSON.stringify(details))
    .where('at', '>', sql<string>`now() - interval '15 minutes'`)
    .select(({ fn }) => fn.countAll<number>().as('recent'))
    .executeTakeFirstOrThrow()
  if (recent >= recordedAtMost) return
  const nobody = { userId: null, email: 'unknown' }
  await record(tx, nobody, 'session.sign_in_failed', { type: 'user', id: user.id, label: email }, details)
}
