import { sql } from 'kysely'
import { listApiKeyRefusals, mostRefusals, type Output, refusalDays } from '#contract'
import { implementOnSnapshot, Refusal, readPage } from '#platform'
import { visibleKeys } from './key-rows.ts'

export const listRefusals = implementOnSnapshot(
  listApiKeyRefusals,
  async ({ tx, actor, params: { keyId }, query }) => {
    const key = await visibleKeys(tx, actor).where('apiKeys.id', '=', keyId).executeTakeFirst()
    if (!key) throw new Refusal('api_key_not_found')
    const kept = tx
      .selectFrom('apiKeyRefusals')
      .selectAll()
      .where('keyId', '=', keyId)
      .where('at', '>', sql<string>`now() - make_interval(days => ${refusalDays})`)
      .orderBy('id', 'desc')
      .limit(mostRefusals)
      .as('refused')
    const { data, nextCursor } = await readPage(tx.selectFrom(kept).selectAll(), 'refused.id', query)
    const groups: Output<typeof listApiKeyRefusals>['groups'] = await tx
      .selectFrom(kept)
      .groupBy(['method', 'route', 'status', 'code'])
      .select(['method', 'route', 'status', 'code'])
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('at').as('lastAt')])
      .orderBy('count', 'desc')
      .orderBy('lastAt', 'desc')
      .limit(50)
      .execute()
    return {
      data: data.map(({ id: requestId, keyId: _keyId, ...refused }) => ({ requestId, ...refused })),
      nextCursor,
      groups,
    }
  },
)
