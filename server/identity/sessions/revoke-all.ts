import { revokeSessions } from '#contract'
import { implement } from '#platform'
import type { Auth } from '../auth.ts'
import { lockUser } from '../user-rows.ts'
import { endSessions } from './end-sessions.ts'

export const createRevokeAll = (auth: Auth) =>
  implement(
    revokeSessions,
    async ({ body: { exceptThis }, credentials }) =>
      exceptThis ? auth.ownSession(credentials.cookie) : undefined,
    async ({ tx, actor: { userId }, prepared: kept }) => {
      await lockUser(tx, userId)
      return { endedSessions: await endSessions(tx, userId, kept) }
    },
  )
