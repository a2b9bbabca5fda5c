import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { requestPasswordReset } from '#contract'
import type { Post } from '#mail'
import { implementOutside, newId, Refusal, type Transaction } from '#platform'
import { hashLinkToken, linkToken } from '../link-token.ts'
import { resetLetter } from './letters.ts'

/** For an address with an account there is more to do, a matter of milliseconds: the answer takes as long for any. */
const answersAfterMs = 300
/** Nobody's mailbox is filled by others. The last of these links goes on working. */
const lettersAnHour = 5

const advisoryLock = 0x72657365

/** `post`: null where no e-mail is sent. */
export const createRequestPasswordReset = (secret: string, post: Post | null) =>
  implementOutside(requestPasswordReset, async ({ db, body: { email } }) => {
    if (!post)
      throw new Refusal('mail_not_configured', 'This server sends no e-mail. Ask whoever operates it.')
    const answersAt = wait(answersAfterMs)
    await db.transaction(async (tx) => {
      const id = newId()
      if (await renewReset(tx, { id, email, token: linkToken(secret, 'password reset', id) }))
        await post(tx, resetLetter, { id })
    })
    await answersAt
    return { accepted: true } as const
  })

/** Makes a link and ends the one before. False where nobody with this address may have one now. */
async function renewReset(tx: Transaction, reset: { id: string; email: string; token: string }) {
  // Beside one that is under way there is nothing to do. Whoever had to wait for it would tell by the time that they do.
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
  if (recent >= lettersAnHour) return false

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
