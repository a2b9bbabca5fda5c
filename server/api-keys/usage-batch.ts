import { mostRefusals } from '#contract'
import type { Database } from '#database'
import type { Credentials, RefusedCall } from '#platform'
import { userAgentOf } from './caller.ts'

/** The calls with a key that are not written yet. */
export interface Uses {
  /** The counts of each date (UTC). */
  days: Map<string, DayCounts>
  last: (Pick<Credentials, 'address' | 'userAgent'> & { at: string; from: Seen | undefined }) | undefined
  /** When each network was seen. */
  networks: Map<string, Seen>
  /** The newest, at most `mostRefusals`. */
  refusals: (RefusedCall & { at: string; address: string | undefined; userAgent: string | null })[]
}

/** When calls came from a network. */
export interface Seen {
  firstAt: string
  lastAt: string
}

export interface DayCounts {
  calls: number
  refused4xx: number
  refused5xx: number
}

/** Uses of keys, and a number that is higher than that of the node's batch before. */
export interface Batch {
  number: number
  keys: (readonly [keyId: string, Uses])[]
}

// Adds nothing if the node's batch was added before. Locks rows in id order, so that two nodes never deadlock. Times only
// increase.
const statement = {
  name: 'write-key-usage',
  text: `
    with batch as (
      insert into api_key_usage_batches (node, batch) values ($1, $2)
      on conflict (node) do update set batch = excluded.batch, written_at = excluded.written_at
      where api_key_usage_batches.batch < excluded.batch
      returning batch
    ), uses as (
      insert into api_key_uses (key_id, made_at, last_used_at, last_address, last_user_agent)
      select use.key_id, key.created_at, use.at, use.address, use.user_agent
      from batch, jsonb_to_recordset($3) as use (key_id uuid, at timestamptz, address inet, user_agent text)
      join api_keys key on key.id = use.key_id
      order by use.key_id
      on conflict (key_id) do update set
        last_used_at = excluded.last_used_at,
        last_address = excluded.last_address,
        last_user_agent = excluded.last_user_agent
      where api_key_uses.last_used_at is null or api_key_uses.last_used_at < excluded.last_used_at
    ), networks as (
      insert into api_key_networks (key_id, network, first_seen_at, last_seen_on)
      select seen.key_id, seen.network, seen.first_seen_at, seen.last_seen_on
      from batch, jsonb_to_recordset($4)
        as seen (key_id uuid, network cidr, first_seen_at timestamptz, last_seen_on date)
      join api_keys key on key.id = seen.key_id
      where not exists (
        select from api_key_networks known
        where known.key_id = seen.key_id and known.network = seen.network and known.last_seen_on >= seen.last_seen_on)
      order by seen.key_id, seen.network
      on conflict (key_id, network) do update set last_seen_on = excluded.last_seen_on
      where api_key_networks.last_seen_on < excluded.last_seen_on
    ), refused as (
      select refused.*
      from batch, jsonb_to_recordset($6) as refused (key_id uuid, id uuid, at timestamptz(3), method text,
        route text, status integer, code text, address inet, user_agent text)
      join api_keys key on key.id = refused.key_id
    ), forgotten as (
      delete from api_key_refusals where ctid = any (array(
        select old.ctid
        from (select key_id, count(*) as added from refused group by key_id) newer
        cross join lateral (
          select ctid from api_key_refusals kept where kept.key_id = newer.key_id
          order by id desc offset greatest(${mostRefusals} - added, 0)
        ) old))
    ), refusals as (
      insert into api_key_refusals (key_id, id, at, method, route, status, code, address, user_agent)
      select key_id, id, at, method, route, status, code, address, user_agent from refused
      -- Two tools of one call.
      on conflict do nothing
    )
    insert into api_key_usage (key_id, day, calls, refused_4xx, refused_5xx)
    select used.key_id, used.day, used.calls, used.refused_4xx, used.refused_5xx
    from batch, jsonb_to_recordset($5)
      as used (key_id uuid, day date, calls bigint, refused_4xx bigint, refused_5xx bigint)
    join api_keys key on key.id = used.key_id
    order by used.key_id, used.day
    on conflict (key_id, day) do update set
      calls = api_key_usage.calls + excluded.calls,
      refused_4xx = api_key_usage.refused_4xx + excluded.refused_4xx,
      refused_5xx = api_key_usage.refused_5xx + excluded.refused_5xx`,
}

/** Adds a node's batch in one statement, once however often it is tried. @throws a database error if that is uncertain */
export async function writeBatch(db: Database, node: string, { number, keys }: Batch): Promise<void> {
  const uses = keys.flatMap(([key_id, { last }]) => {
    if (!last) return []
    const { at, address, userAgent } = last
    return [{ key_id, at, address, user_agent: userAgentOf(userAgent) }]
  })
  const networks = keys.flatMap(([key_id, { networks }]) =>
    [...networks].map(([network, { firstAt, lastAt }]) => ({
      key_id,
      network,
      first_seen_at: firstAt,
      last_seen_on: lastAt.slice(0, 10),
    })),
  )
  const days = keys.flatMap(([key_id, { days }]) =>
    [...days].map(([day, { calls, refused4xx, refused5xx }]) => ({
      key_id,
      day,
      calls,
      refused_4xx: refused4xx,
      refused_5xx: refused5xx,
    })),
  )
  const refusals = keys.flatMap(([key_id, { refusals }]) =>
    refusals.map(({ requestId: id, userAgent: user_agent, ...refused }) => ({
      key_id,
      id,
      user_agent,
      ...refused,
    })),
  )
  const values = [node, number, ...[uses, networks, days, refusals].map((rows) => JSON.stringify(rows))]
  await db.authenticationPool.query({ ...statement, values })
}
