import { listApiKeys } from '#contract'
import { afterCursor, containing, implement, toPage } from '#platform'
import { hasStatus, keysOf } from './rows.ts'

export const list = implement(listApiKeys, async ({ tx, actor, query: { limit, cursor, status, q } }) => {
  const after = afterCursor(cursor)
  let keys = keysOf(tx, actor.userId)
    .orderBy('apiKeys.id', 'desc')
    .limit(limit + 1)
  if (after) keys = keys.where('apiKeys.id', '<', after)
  if (status) keys = keys.where(hasStatus(status))
  if (q) {
    keys = keys.where((is) =>
      is.or([
        is('apiKeys.name', 'ilike', containing(q)),
        is('apiKeys.prefix', 'like', containing(q).slice(1)),
      ]),
    )
  }
  const { activeCount } = await tx
    .selectFrom('apiKeys')
    .where('ownerId', '=', actor.userId)
    .where(hasStatus('active'))
    .select(({ fn }) => fn.countAll<number>().as('activeCount'))
    .executeTakeFirstOrThrow()
  return { ...toPage(await keys.execute(), limit), activeCount }
})
