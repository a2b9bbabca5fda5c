import { sql } from 'kysely'
import { listApiKeys } from '#contract'
import { containing, hasWords, implement, readPage } from '#platform'
import { hasStatus, keysOf, recentUse } from './key-rows.ts'

export const list = implement(listApiKeys, async ({ tx, actor, query: { limit, cursor, status, q } }) => {
  let keys = keysOf(tx, actor.userId).select(recentUse)
  if (status) keys = keys.where(hasStatus(status))
  if (q) {
    keys = keys.where((is) =>
      is.or([hasWords([sql`api_keys.name`], q), is('apiKeys.prefix', 'like', containing(q).slice(1))]),
    )
  }
  const { activeCount } = await tx
    .selectFrom('apiKeys')
    .where('ownerId', '=', actor.userId)
    .where(hasStatus('active'))
    .select(({ fn }) => fn.countAll<number>().as('activeCount'))
    .executeTakeFirstOrThrow()
  return { ...(await readPage(keys, 'apiKeys.id', { limit, cursor })), activeCount }
})
