import { mock } from 'node:test'
import pg from 'pg'

/** Other statements, such as those of timers, may come in between: the fewest of so many calls count. */
const attempts = 3

/** Returns how many statements this process sends to PostgreSQL during a call. @param prepare returns the call */
export async function fewestStatements(prepare: () => Promise<() => Promise<unknown>>): Promise<number> {
  const counts: number[] = []
  for (let n = 0; n < attempts; n++) counts.push(await statementsDuring(await prepare()))
  return Math.min(...counts)
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
