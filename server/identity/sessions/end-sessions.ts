import type { Transaction } from '#platform'

/**
 * Ends all sessions of someone, but the one to be kept, and what has begun of signing in. Gives how many sessions
 * ended. The caller has locked the person, so that no session is opened meanwhile on what was true before.
 */
export async function endSessions(tx: Transaction, userId: string, kept?: string): Promise<number> {
  await tx.deleteFrom('pendingSignIns').where('userId', '=', userId).execute()
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(kept !== undefined, (query) => query.where('id', '!=', kept!))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
