import { sql } from 'kysely'
import { record, userTarget } from '#audit'
import { requestEmailChange } from '#contract'
import type { Transaction } from '#database'
import type { QueueEmail } from '#mail'
import { implement, invalidField, newId, Refusal, type Secrets } from '#platform'
import { hashLinkToken, linkToken } from '../link-token.ts'
import { lockUser } from '../user-rows.ts'
import { confirmEmailEmail } from './emails.ts'
import { endChanges } from './open.ts'

/** Keeps a user from flooding the mailboxes of others. */
const emailsPerHour = 5

/** `queueEmail`: null if email is not configured. */
export const createRequestEmailChange = (secrets: Secrets, queueEmail: QueueEmail | null) =>
  implement(requestEmailChange, async ({ tx, actor, body: { email } }) => {
    if (!queueEmail)
      throw new Refusal(
        'mail_not_configured',
        'This server does not send email, so a new address cannot be confirmed. Ask an administrator to set up email.',
      )
    const user = await lockUser(tx, actor.userId)
    if (email === user.email) throw invalidField('email', 'This is already your email address')
    const other = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    if (other) throw new Refusal('email_taken')
    const id = newId()
    await replaceChange(tx, {
      id,
      userId: user.id,
      email,
      token: linkToken(secrets.newest, 'email change', id),
    })
    await record(tx, actor, 'user.email', userTarget(user.id, user.email), { requested: email })
    await queueEmail(tx, confirmEmailEmail, { id })
    return { accepted: true } as const
  })

/** Creates a link and ends the previous one. @throws Refusal `validation_failed` after too many */
async function replaceChange(
  tx: Transaction,
  { token, ...change }: { id: string; userId: string; email: string; token: string },
): Promise<void> {
  const { recent } = await tx
    .selectFrom('emailChanges')
    .where('userId', '=', change.userId)
    .where('createdAt', '>', sql<string>`now() - interval '1 hour'`)
    .select(({ fn }) => fn.countAll<number>().as('recent'))
    .executeTakeFirstOrThrow()
  if (recent >= emailsPerHour)
    throw invalidField('email', 'You requested too many changes. Try again in an hour')
  await endChanges(tx, change.userId)
  await tx
    .insertInto('emailChanges')
    .values({
      ...change,
      tokenHash: hashLinkToken(token),
      expiresAt: sql<string>`now() + interval '1 hour'`,
    })
    .execute()
}
