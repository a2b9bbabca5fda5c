import { revokeSessions } from '#contract'
import { implement } from '#platform'
import { lockUser } from '../user-rows.ts'
import { endSessions } from './end-sessions.ts'

export const revokeAll = implement(
  revokeSessions,
  async ({ tx, actor: { userId, session }, body: { exceptThis } }) => {
    await lockUser(tx, userId)
    return { endedSessions: await endSessions(tx, userId, exceptThis ? session?.id : undefined) }
  },
)
