import { sql } from 'kysely'
import type { Send } from './pool.ts'
import { isOutdatedPlan } from './retrying.ts'

/** Each prepared statement takes memory on every connection. */
const mostPrepared = 200
/** How often a text is sent before it is prepared: many texts differ only in the number of inserted rows. */
const usesBefore = 5
const mostCounted = 500
const longest = 10_000

const mark = '/* planned once */'
/** Belongs at the front of a read outside transactions that is best planned the same way whatever its values are. */
export const plannedOnce = sql.raw(mark)

/**
 * Returns how our Kysely sends statements: those in transactions, and reads that are `plannedOnce`, are parsed and planned once
 * per connection. Other reads outside transactions are not prepared: they are searches and lists, whose best plan depends on the values.
 */
export function preparing(): Send {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()

  function statementName(text: string): string | undefined {
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

  return async (session, text, values) => {
    const isKept = values.length > 0 && (session.isInTransaction || text.startsWith(`select ${mark}`))
    const name = isKept ? statementName(text) : undefined
    if (!name) return session.query(text, values)
    try {
      return await session.query({ name, text, values })
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error
      // A newer node has altered a table. A transaction is retried, and this text is not prepared any more.
      names.set(text, '')
      if (session.isInTransaction) throw error
      return session.query(text, values)
    }
  }
}
