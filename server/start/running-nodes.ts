import { sql } from 'kysely'
import { ConfigError } from '#config'
import type { Database, Reader } from '#database'
import { type Log, newId, repeat, type Secrets } from '#platform'

/** How often a node reports that it is running, and after how long without a report it is not. */
const [everyMs, goneAfter] = [15_000, sql<string>`now() - interval '1 minute'`]

/**
 * Registers this node until the returned function is called, so that no node signs with a secret that another running one
 * does not list. On the embedded database, there is only one.
 * @throws ConfigError if another running node does not list the newest secret of this one, or the other way round
 */
export async function joinNodes(
  { kind, reader }: Database,
  { ids }: Secrets,
  log: Log,
): Promise<() => Promise<void>> {
  if (kind === 'embedded') return async () => {}
  const id = newId()
  const leave = async () => void (await reader.deleteFrom('nodes').where('id', '=', id).execute())
  const report = async () => {
    await reader
      .insertInto('nodes')
      .values({ id, secretIds: [...ids] })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenAt: sql<string>`now()` }))
      .execute()
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
  return async () => {
    await stop()
    await leave().catch((error) => log.warn({ err: error }, 'this node is listed as running for a minute'))
  }
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
