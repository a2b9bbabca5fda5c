import { mock } from 'node:test'
import pg from 'pg'

/** Other statements, such as those of timers, may come in between: the fewest of so many calls count. */
const attempts = 3
const attemptsAtMost = 10

/**
 * Returns how many statements this process sends to PostgreSQL during a call.
 * @param prepare returns the call
 * @param enough no more attempts are made after a call that takes at most so many; by default there are always three
 */
export async function fewestStatements(
  prepare: () => Promise<() => Promise<unknown>>,
  enough?: number,
): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY
  for (let n = 0; n < (enough === undefined ? attempts : attemptsAtMost) && fewest > (enough ?? 0); n++)
    fewest = Math.min(fewest, await statementsDuring(await prepare()))
  return fewest
}

async function statementsDuring(call: () => Promise<unknown>): Promise<number> {
  const query = mock.method(pg.Client.prototype, 'query')
  try {
    await call()
    return query.mock.callCount()
  } finally {
    query.mock.restore()
  }
}
