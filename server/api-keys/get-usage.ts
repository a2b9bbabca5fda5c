import { sql } from 'kysely'
import { getApiKeyUsage, type Output } from '#contract'
import { implement, Refusal } from '#platform'
import { visibleKeys } from './key-rows.ts'

type Days = Output<typeof getApiKeyUsage>['days']

export const getUsage = implement(getApiKeyUsage, async ({ tx, actor, params, query }) => {
  const days = sql<Days>`(
    select jsonb_agg(jsonb_build_object(
      'date', date,
      'calls', coalesce(calls, 0),
      'refused', jsonb_build_object('4xx', coalesce(refused_4xx, 0), '5xx', coalesce(refused_5xx, 0))) order by date)
    from (select (now() at time zone 'UTC')::date - ago as date from generate_series(0, ${query.days}::integer - 1) ago) dates
    left join api_key_usage on key_id = api_keys.id and day = date)`
  const usage = await visibleKeys(tx, actor)
    .where('apiKeys.id', '=', params.keyId)
    .clearSelect()
    .select(['lastAddress', 'lastUserAgent', days.as('days')])
    .executeTakeFirst()
  if (!usage) throw new Refusal('api_key_not_found')
  return usage
})
