import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '../refusal.ts'

/** What PostgreSQL undid for the sake of others, and what may well succeed a moment later. */
const worthRetrying: Record<string, string> = {
  '40001': 'serialization_failure',
  '40P01': 'deadlock_detected',
  '55P03': 'lock_not_available',
}

const attempts = 4

/** Does `work` again when the database undid it for others' sake. @throws Refusal `busy` when that does not end. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(sqlState(error) in worthRetrying) && !isOutdatedPlan(error)) throw error
      if (attempt === attempts) throw busy()
      // Those who collided come back at different times.
      await wait(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/** `cause` is for the log. */
export function busy(cause?: unknown): Refusal {
  return new Refusal('busy', 'The server is busy. Try again in a moment.', {
    headers: { 'retry-after': '1' },
    cause,
  })
}

/** PostgreSQL's five-character code of an error, empty for errors that are not its own. */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Whether a prepared statement would now give other columns than when it was prepared: a table was altered. */
export function isOutdatedPlan(error: unknown): boolean {
  return sqlState(error) === '0A000' && (error as { routine?: string }).routine === 'RevalidateCachedQuery'
}

/** The name of the constraint that an error reports as violated. */
export function violatedConstraint(error: unknown): string | undefined {
  return sqlState(error).startsWith('23') ? (error as { constraint?: string }).constraint : undefined
}

/**
 * Whether an error says that the database cannot be reached, is out of breath, or is a standby that waits to be promoted
 * (25006), rather than that a statement is wrong.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    /^(08...|53...|57014|57P0[1-3]|25006|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|ENOTFOUND|EAI_AGAIN)$/.test(
      sqlState(error),
    ) ||
    // `pg` gives these no code.
    /timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(error.message)
  )
}
