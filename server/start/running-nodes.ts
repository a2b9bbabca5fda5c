import { sql } from 'kysely'
import { ConfigError } from '#config'
import { listBackups } from '#contract'
import type { Database, Reader } from '#database'
import { createOutageLog, type HomePart, type Log, newId, repeat, type Secrets } from '#platform'

/** How often a node reports that it is running, and after how long without a report it is not. */
const [everyMs, goneAfter] = [15_000, sql<string>`now() - interval '1 minute'`]

/** A clock that differs more from the database's is wrong, in milliseconds. */
const toleranceMs = 60_000

/** Shows nodes with a wrong clock to those who may see the backups. */
export const homeOfNodes: HomePart = {
  half: null,
  sections: [
    {
      name: 'wrongClocks',
      list: listBackups,
      rows: () => sql`
        select id, round(clock_ahead_ms / 1000.0)::bigint as "aheadSeconds" from nodes
        where seen_at >= ${goneAfter} and abs(clock_ahead_ms) > ${toleranceMs}
        order by id`,
    },
  ],
  steps: [],
}

/** This node among those that run on the same database. */
export interface Membership {
  /** By how many milliseconds this machine's clock is ahead of the database's, as far as that is certain. */
  clockAheadMs(): number
  /** What an operator has to do before this node can take calls, or null. */
  problem(): string | null
  leave(): Promise<void>
}

/** The embedded database has one node, with the same clock. */
const alone: Membership = { clockAheadMs: () => 0, problem: () => null, leave: async () => {} }

/**
 * Registers this node until it leaves, so that no node signs with a secret that another running one does not list, and so that
 * one with a wrong clock takes no calls if another has the right one. Codes of authenticator apps follow
 * the clock of the node.
 * @throws ConfigError if another running node does not list the newest secret of this one, or the other way round
 */
export async function joinNodes({ kind, reader }: Database, { ids }: Secrets, log: Log): Promise<Membership> {
  if (kind === 'embedded') return alone
  const id = newId()
  let [clockAheadMs, othersAreRight] = [0, false]
  const isWrong = () => Math.abs(clockAheadMs) > toleranceMs
  const outage = createOutageLog(
    log,
    'the clock of this machine or of the database is wrong',
    'the clock is right again',
  )
  const leave = async () => void (await reader.deleteFrom('nodes').where('id', '=', id).execute())
  const report = async () => {
    clockAheadMs = await measureClock(reader)
    await reader
      .insertInto('nodes')
      .values({ id, secretIds: [...ids], clockAheadMs })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ seenAt: sql<string>`now()`, clockAheadMs }),
      )
      .execute()
    if (isWrong()) outage.failed(undefined, { clockAheadMs })
    else outage.worked()
    othersAreRight =
      isWrong() &&
      (await reader
        .selectFrom('nodes')
        .select('id')
        .where('seenAt', '>=', goneAfter)
        .where(sql<boolean>`abs(clock_ahead_ms) <= ${toleranceMs}`)
        .limit(1)
        .executeTakeFirst()) !== undefined
  }
  await reader.deleteFrom('nodes').where('seenAt', '<', goneAfter).execute()
  // Before the comparison: of two that start simultaneously, at least one sees the other.
  await report()
  const problem = problemWith(ids, await listsOfNodes(reader))
  if (problem !== null) {
    await leave()
    throw new ConfigError(problem)
  }
  const stop = repeat({ what: 'the report that this node is running', log, everyMs }, report)
  return {
    clockAheadMs: () => clockAheadMs,
    problem: () =>
      othersAreRight
        ? 'The clock of this machine is wrong: it differs from the database’s, and another node’s does not. Set it.'
        : null,
    async leave() {
      await stop()
      await leave().catch((error) => log.warn({ err: error }, 'this node is listed as running for a minute'))
    },
  }
}

/** Returns by how many milliseconds this machine's clock is ahead of the database's, less what the answer may have taken. */
async function measureClock(reader: Reader): Promise<number> {
  const asked = Date.now()
  const { rows } = await sql<{ at: string }>`select clock_timestamp()::timestamptz(3) as at`.execute(reader)
  const answered = Date.now()
  const aheadMs = (asked + answered) / 2 - Date.parse(rows[0]!.at)
  return Math.sign(aheadMs) * Math.round(Math.max(0, Math.abs(aheadMs) - (answered - asked) / 2))
}

function problemWith(ids: string[], lists: string[][]): string | null {
  const [newest = ''] = ids
  if (lists.some((others) => !others.includes(newest)))
    return `SECRET begins with the secret ${newest}, which another running node does not list. Add it at the end of SECRET on all nodes first.`
  const missing = lists.map(([first = '']) => first).find((first) => !ids.includes(first))
  return missing === undefined
    ? null
    : `SECRET does not list the secret ${missing}, which another running node signs with.`
}

/** Returns the ids of the secrets that each running node lists, newest first. */
export async function listsOfNodes(reader: Reader): Promise<string[][]> {
  const rows = await reader.selectFrom('nodes').select('secretIds').where('seenAt', '>=', goneAfter).execute()
  return rows.map(({ secretIds }) => secretIds)
}
