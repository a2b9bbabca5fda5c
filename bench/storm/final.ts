import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Final } from './checks/observed.ts'
import { countRecords } from './checks/records.ts'

const open = `
  select 'source ' || id || ' is ' || status as what from sources where status in ('queued', 'extracting')
  union all select 'import ' || id || ' is ' || status from imports where finished_at is null
  union all select 'run ' || id || ' is ' || status from skill_runs where finished_at is null
  union all select 'tracker ' || tracker_id || ' still searches existing sources' from tracker_backfills
  union all select 'tracker ' || id || ' is not removed' from trackers where deleted_at is not null
  union all select 'project ' || id || ' is not removed' from projects where deleted_at is not null`
/** A scheduled job finds what lost its own job within minutes. */
const progressWithinMs = 11 * 60_000

/** Waits for all jobs, and returns what they have not done although nothing changed for long. */
export async function settle(pool: pg.Pool): Promise<string[]> {
  let left: string[] = []
  for (let changed = Date.now(); Date.now() < changed + progressWithinMs; await wait(500)) {
    const { rows } = await pool.query<{ what: string }>(open)
    if (rows.length === 0) return []
    const now = rows.map(({ what }) => what)
    if (String(now) !== String(left)) changed = Date.now()
    left = now
  }
  return left
}

/**
 * Reads what the checks compare with the history, at one moment: lost requests can still arrive.
 * @param trackerId the tracker that clients follow
 */
export async function readFinal(pool: pg.Pool, trackerId: string): Promise<Final> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read')
    return await readIn(client, trackerId)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function readIn(pool: pg.PoolClient, trackerId: string): Promise<Final> {
  const read = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query<Row & pg.QueryResultRow>(sql, values)).rows
  const keys = await read<{ id: string }>('select id from api_keys where revoked_at is not null')
  const ready = await read<{ id: string }>(
    `select id from sources where status = 'ready' and project_id = (select project_id from trackers where id = $1)`,
    [trackerId],
  )
  const usage = await read<{ keyId: string; calls: string; lastUsedAt: Date }>(
    `select key_id as "keyId", calls, last_used_at as "lastUsedAt" from api_key_uses
     join (select key_id, sum(calls) as calls from api_key_usage group by key_id) counted using (key_id)`,
  )
  const mentions = await read<{ id: string; seq: string; sourceId: string }>(
    'select id, seq, source_id as "sourceId" from mentions where tracker_id = $1 order by seq',
    [trackerId],
  )
  return {
    records: await countRecords(pool),
    numbers: await read(
      `select note as mark, number from invoices where number is not null
       union all select reason, number from credit_notes`,
    ),
    // Who never got the response to a creation knows only the name.
    audit: await read(
      `select action, case action when 'api_key.create' then target_label else target_id::text end as target
       from audit_log where action in ('api_key.create', 'api_key.revoke', 'user.disable', 'user.enable')`,
    ),
    revokedKeys: keys.map(({ id }) => id),
    usage: usage.map((one) => ({ ...one, calls: Number(one.calls), lastUsedAt: Number(one.lastUsedAt) })),
    mentions: mentions.map((one) => ({ ...one, seq: Number(one.seq) })),
    ready: ready.map(({ id }) => id),
  }
}
