import { sql } from 'kysely'
import { listSessions } from '#contract'
import { implement } from '#platform'

const maxListed = 200

export const list = implement(listSessions, async ({ tx, actor: { userId, session } }) => {
  const rows = await tx
    .selectFrom('sessions')
    .select(['id', 'browser', 'address', 'createdAt', 'updatedAt as lastSeenAt', 'expiresAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<string>`now()`)
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()
  return { data: rows.map((row) => ({ ...row, current: row.id === session?.id })) }
})
