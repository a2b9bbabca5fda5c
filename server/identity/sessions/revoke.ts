import { revokeSession } from '#contract'
import { implement } from '#platform'

export const revoke = implement(revokeSession, async ({ tx, actor: { userId }, body: { sessionId } }) => {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return { endedSessions: Number(numDeletedRows) }
})
