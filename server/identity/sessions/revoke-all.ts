import { revokeSessions } from '#contract'
import { implementOutside } from '#platform'
import { lockPerson } from '../account/person.ts'
import type { Auth } from '../auth.ts'
import { endSessions } from './end-sessions.ts'

export const createRevokeAll = (auth: Auth) =>
  implementOutside(revokeSessions, async ({ db, actor: { userId }, body: { exceptThis }, credentials }) => {
    const kept = exceptThis ? await auth.ownSession(credentials.cookie) : undefined
    const endedSessions = await db.transaction(async (tx) => {
      await lockPerson(tx, userId)
      return endSessions(tx, userId, kept)
    })
    return { endedSessions }
  })
