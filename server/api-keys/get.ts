import { sql } from 'kysely'
import { getApiKey, type Output } from '#contract'
import { implement, instantText, Refusal } from '#platform'
import { ownership, recentUse, visibleKeys } from './key-rows.ts'

const networks = sql<Output<typeof getApiKey>['networks']>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'network', network,
    'firstSeenAt', ${instantText(sql`first_seen_at`)},
    'lastSeenOn', last_seen_on) order by first_seen_at desc, network), '[]')
  from api_key_networks where key_id = api_keys.id)`

export const get = implement(getApiKey, async ({ tx, actor, params }) => {
  const key = await visibleKeys(tx, actor)
    .where('apiKeys.id', '=', params.keyId)
    .select([...recentUse, ...ownership, networks.as('networks')])
    .executeTakeFirst()
  if (!key) throw new Refusal('api_key_not_found')
  return key
})
