import { sql } from 'kysely'
import type { Reader, Transaction } from '#database'

/** Selects changes of email addresses whose link works, with their user. The caller adds conditions. */
export const openChanges = (tx: Reader) =>
  tx
    .selectFrom('emailChanges')
    .innerJoin('users', 'users.id', 'emailChanges.userId')
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .where('users.disabled', '=', false)
    .select(['emailChanges.id', 'userId', 'emailChanges.email', 'users.name', 'expiresAt', 'tokenHash'])

/** Ends the open link of a user, if any. */
export const endChanges = (tx: Transaction, userId: string) =>
  tx
    .updateTable('emailChanges')
    .set({ endedAt: sql<string>`now()` })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .execute()
