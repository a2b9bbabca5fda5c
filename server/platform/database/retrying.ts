import { setTimeout as wait } from 'node:timers/promises'
import { busy } from '../refusal.ts'
import { UnusableServerError } from './unusable-server.ts'

/** serialization_failure, deadlock_detected, lock_not_available */
const conflicts = new Set(['40001', '40P01', '55P03'])

const attempts = 4

/** Retries `work` after conflicts with other transactions. @throws Refusal `busy` after four attempts */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error)) throw error
      if (attempt === attempts) throw busy(error)
      // Conflicting transactions retry at different times.
      await wait(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/** Returns PostgreSQL's five-character error code, or an empty string for other errors. */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Returns whether a statement waited too long for a lock (lock_not_available). */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03'

/** Returns whether a prepared statement failed because a table was altered since. */
export function isOutdatedPlan(error: unknown): boolean {
  return sqlState(error) === '0A000' && (error as { routine?: string }).routine === 'RevalidateCachedQuery'
}

/** Returns whether a statement conflicted with others and may succeed a moment later. */
function isConflict(error: unknown): boolean {
  return conflicts.has(sqlState(error)) || isOutdatedPlan(error)
}

/** Returns whether the same may succeed later: the database is unavailable, or others are in the way. */
export function isTemporary(error: unknown): boolean {
  return isUnavailable(error) || isConflict(error)
}

/** Returns the name of the constraint that an error reports as violated. */
export function violatedConstraint(error: unknown): string | undefined {
  return sqlState(error).startsWith('23') ? (error as { constraint?: string }).constraint : undefined
}

/**
 * Returns whether an error means that the database is unreachable, overloaded, a standby or read-only (25006), and not
 * that a statement is wrong.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error instanceof UnusableServerError ||
    /^(08...|53...|57014|57P0[1-3]|25006|25P03|.*CERT.*|UNABLE_TO_.*|ERR_(TLS|SSL)_.*|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/.test(
      sqlState(error),
    ) ||
    // The socket of a server on this machine, and not any missing file.
    (sqlState(error) === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'connect') ||
    // `pg` sets no code for these.
    /timeout exceeded when trying to connect|Connection terminated|is not queryable|does not support SSL/.test(
      error.message,
    )
  )
}
