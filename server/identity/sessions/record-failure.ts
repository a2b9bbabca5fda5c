import { sql } from 'kysely'
import { record, userTarget, visitor } from '#audit'
import type { Transaction } from '#database'
import type { Credentials } from '#platform'

/** Failed attempts recorded for an account in 15 minutes, so that guessing does not fill the audit log. */
const maxRecorded = 5

/** Records a refused sign-in in the audit log. Unknown addresses are not recorded. */
export async function recordFailure(
  tx: Transaction,
  email: string,
  step: 'password' | 'code' | 'identity provider',
  credentials: Pick<Credentials, 'address'>,
): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) return
  const details = step === 'password' ? {} : { step }
  const { recent } = await tx
    .selectFrom('auditLog')
    .where('action', '=', 'session.sign_in_failed')
    .where('targetId', '=', user.id)
    .where('details', '=', JSON.stringify(details))
    .where('at', '>', sql<string>`now() - interval '15 minutes'`)
    .select(({ fn }) => fn.countAll<number>().as('recent'))
    .executeTakeFirstOrThrow()
  if (recent >= maxRecorded) return
  const nobody = visitor({ id: null, email: 'unknown' }, credentials)
  await record(tx, nobody, 'session.sign_in_failed', userTarget(user.id, email), details)
}
