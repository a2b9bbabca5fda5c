import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { requestPasswordReset } from '#contract'
import type { Transaction } from '#database'
import type { QueueEmail } from '#mail'
import { implementOutside, newId, Refusal, type Secrets } from '#platform'
import { hashLinkToken, linkToken } from '../link-token.ts'
import { passwordResetEmail } from './emails.ts'

/** Every response takes this long, so that its time does not reveal whether the address has an account. */
const respondAfterMs = 300
/** Keeps others from flooding a mailbox. The last link keeps working. */
const emailsPerHour = 5

const advisoryLock = 0x72657365

/** `queueEmail`: null if email is not configured. */
export const createRequestPasswordReset = (secrets: Secrets, queueEmail: QueueEmail | null) =>
  implementOutside(requestPasswordReset, async ({ db, body: { email } }) => {
    if (!queueEmail)
      throw new Refusal('mail_not_configured', 'This server does not send email. Ask an administrator.')
    const responseTime = wait(respondAfterMs)
    await db.transaction(async (tx) => {
      const id = newId()
      if (await renewReset(tx, { id, email, token: linkToken(secrets.newest, 'password reset', id) }))
        await queueEmail(tx, passwordResetEmail, { id })
    })
    await responseTime
    return { accepted: true } as const
  })

/** Creates a link and ends the previous one. Returns false if the address cannot get one now. */
async function renewReset(tx: Transaction, reset: { id: string; email: string; token: string }) {
  // A simultaneous call does nothing: waiting for the first would show in its response time.
  const { rows } = await sql<{ first: boolean }>`
    select pg_try_advisory_xact_lock(${advisoryLock}, hashtext(${reset.email})) as first`.execute(tx)
  if (!rows[0]?.first) return false
  const user = await tx
    .selectFrom('users')
    .select('users.id')
    .where('email', '=', reset.email)
    .where('disabled', '=', false)
    .where((is) =>
      is.exists(
        is
          .selectFrom('accounts')
          .whereRef('accounts.userId', '=', 'users.id')
          .where('providerId', '=', 'credential'),
      ),
    )
    .executeTakeFirst()
  if (!user) return false
  const { recent } = await tx
    .selectFrom('passwordResets')
    .where('userId', '=', user.id)
    .where('createdAt', '>', sql<string>`now() - interval '1 hour'`)
    .select(({ fn }) => fn.countAll<number>().as('recent'))
    .executeTakeFirstOrThrow()
  if (recent >= emailsPerHour) return false

  await tx
    .updateTable('passwordResets')
    .set({ endedAt: sql<string>`now()` })
    .where('userId', '=', user.id)
    .where('endedAt', 'is', null)
    .execute()
  await tx
    .insertInto('passwordResets')
    .values({
      id: reset.id,
      userId: user.id,
      tokenHash: hashLinkToken(reset.token),
      expiresAt: sql<string>`now() + interval '1 hour'`,
    })
    .execute()
  return true
}
