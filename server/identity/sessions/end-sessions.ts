import { type SqlBool, sql } from 'kysely'
import type { Transaction } from '#database'
import { endChanges } from '../email-change/open.ts'

/** Ends the sessions of service users that a user opened. */
export async function endSessionsOpenedBy(tx: Transaction, userId: string): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where(
      ({ selectFrom }) =>
        sql<SqlBool>`opened_from in (${selectFrom('sessions').select('id').where('userId', '=', userId)})`,
    )
    .execute()
}

/**
 * Ends all sessions of a user except `kept`, and what was begun in them: sign-ins and changes of the email address.
 * Returns how many sessions ended. The caller has locked the user, so that no session is opened meanwhile on outdated facts.
 */
export async function endSessions(tx: Transaction, userId: string, kept?: string): Promise<number> {
  await tx.deleteFrom('pendingSignIns').where('userId', '=', userId).execute()
  await endChanges(tx, userId)
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(kept !== undefined, (query) => query.where('id', '!=', kept!))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
