import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool } from './pool.ts'
import { isOutdatedPlan } from './retrying.ts'

/** Each takes memory on every connection. */
const mostPrepared = 200
/** How often a text is sent before it is prepared: many differ by the number of rows that they insert. */
const usesBefore = 5
const mostCounted = 500
const longest = 10_000

/**
 * The pool as our own Kysely uses it: PostgreSQL parses and plans what is sent in transactions once for each connection,
 * not each time. Reads outside are searches and lists, whose best plan depends on the values; they are sent as ever.
 */
export function preparing(pool: Pool): PostgresPool {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()

  function nameOf(text: string): string | undefined {
    if (names.has(text) || names.size === mostPrepared || text.length > longest) return names.get(text)
    const count = (uses.get(text) ?? 0) + 1
    if (count > usesBefore) {
      uses.delete(text)
      names.set(text, `s${names.size}`)
    } else {
      if (uses.size === mostCounted) uses.clear()
      uses.set(text, count)
    }
    return names.get(text)
  }

  async function connect() {
    const client = await pool.connect()
    return {
      async query(text: string, values: unknown[]) {
        const inTransaction = client.getTransactionStatus() === 'T'
        const name = inTransaction && values.length > 0 ? nameOf(text) : undefined
        if (!name) return client.query(text, values)
        try {
          return await client.query({ name, text, values })
        } catch (error) {
          // A newer node has altered a table. The transaction is tried again, and the text has no name from now on.
          if (isOutdatedPlan(error)) names.set(text, '')
          throw error
        }
      },
      release: (discard?: boolean) => client.release(discard),
    } as unknown as PostgresPoolClient
  }
  return { options: pool.options, connect, end: () => pool.end() }
}
