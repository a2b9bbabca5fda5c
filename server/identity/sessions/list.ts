import { sql } from 'kysely'
import { listSessions } from '#contract'
import { implement } from '#platform'
import type { Auth } from '../auth.ts'

const maxListed = 200

export const createListSessions = (auth: Auth) =>
  implement(listSessions, async ({ tx, actor: { userId }, credentials }) => {
    const own = await auth.ownSession(credentials.cookie)
    const rows = await tx
      .selectFrom('sessions')
      .select(['id', 'browser', 'createdAt', 'updatedAt as lastSeenAt', 'expiresAt'])
      .where('userId', '=', userId)
      .where('expiresAt', '>', sql<string>`now()`)
      .orderBy('updatedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(maxListed)
      .execute()
    return { data: rows.map((row) => ({ ...row, current: row.id === own })) }
  })
