import { sql } from 'kysely'
import { record, userTarget, visitor } from '#audit'
import { confirmEmailChange } from '#contract'
import { type Transaction, violatedConstraint } from '#database'
import type { QueueEmail } from '#mail'
import { implementOutside, newId, Refusal } from '#platform'
import { hashLinkToken } from '../link-token.ts'
import { lockUser } from '../user-rows.ts'
import { emailChangedEmail } from './emails.ts'
import { endChanges, openChanges } from './open.ts'

/** Sessions and API keys stay as they are. `queueEmail`: null if email is not configured. */
export const createConfirmEmailChange = (queueEmail: QueueEmail | null) =>
  implementOutside(confirmEmailChange, ({ db, body: { token }, credentials }) =>
    db.transaction(async (tx) => {
      const tokenHash = hashLinkToken(token)
      const found = await openChanges(tx).where('tokenHash', '=', tokenHash).executeTakeFirst()
      if (!found) throw invalid()
      // A simultaneous call with the same link waits here and then finds it used.
      const { id: userId, email: former } = await lockUser(tx, found.userId)
      const change = await openChanges(tx).where('tokenHash', '=', tokenHash).executeTakeFirst()
      if (!change) throw invalid()
      const { email } = change
      await setEmail(tx, userId, email)
      await endChanges(tx, userId)
      await endResets(tx, userId)
      await record(
        tx,
        visitor({ id: userId, email: former }, credentials),
        'user.email',
        userTarget(userId, former),
        { changed: email },
      )
      await queueEmail?.(tx, emailChangedEmail, { id: newId(), to: former, at: new Date().toISOString() })
      return { email }
    }),
  )

/** @throws Refusal `email_taken` if another user has the address by now */
async function setEmail(tx: Transaction, id: string, email: string): Promise<void> {
  await tx
    .updateTable('users')
    .set(({ ref }) => ({
      email,
      version: sql<number>`${ref('version')} + 1`,
      updatedAt: sql<string>`now()`,
    }))
    .where('id', '=', id)
    .execute()
    .catch((error) => {
      throw violatedConstraint(error) === 'users_email_key'
        ? new Refusal('email_taken', 'Another user has this email address by now. Choose a different one.')
        : error
    })
}

/** Links in the old mailbox must not open the account. */
const endResets = (tx: Transaction, userId: string) =>
  tx
    .updateTable('passwordResets')
    .set({ endedAt: sql<string>`now()` })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .execute()

const invalid = () =>
  new Refusal('email_link_invalid', 'This link has expired or was already used. Request the change again.')
