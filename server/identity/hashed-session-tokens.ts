import { createHash } from 'node:crypto'
import type { BetterAuthPlugin, DBAdapter, Where } from 'better-auth'

/**
 * better-auth stores session tokens in plain text. This plugin stores their SHA-256 instead, so that a copy of the
 * database gives access to no session. Tokens have 190 random bits and need neither salt nor a slow hash.
 */
export const hashedSessionTokens: BetterAuthPlugin = {
  id: 'hashed-session-tokens',
  init: ({ adapter }) => ({ context: { adapter: hashing(adapter) } }),
}

interface Query {
  model: string
  data?: Record<string, unknown>
  where?: Where[]
}

export const hashSessionToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

const queries = ['create', 'findOne', 'findMany', 'update', 'updateMany', 'delete', 'deleteMany'] as const

/**
 * Replaces the token that a query writes or looks for. Queries for several tokens find no row, and rows found by other
 * fields contain the hash, which is useless for signing in.
 */
function hashing(adapter: DBAdapter): DBAdapter {
  const hashed = (method: (query: never) => Promise<unknown>) => async (query: Query) => {
    const asked = query.where?.find(({ field }) => field === 'token')
    const token = query.data?.token ?? asked?.value
    if (query.model !== 'session' || typeof token !== 'string') return method(query as never)

    const hash = hashSessionToken(token)
    const data = query.data && { ...query.data, token: hash }
    const where = query.where?.map((condition) =>
      condition === asked ? { ...condition, value: hash } : condition,
    )
    const row = await method({ ...query, data, where } as never)
    // The library uses this row for the cookie as well.
    return row instanceof Object && 'token' in row ? { ...row, token } : row
  }
  return {
    ...adapter,
    ...Object.fromEntries(queries.map((name) => [name, hashed(adapter[name])])),
    transaction: (work) => adapter.transaction((inner) => work(hashing({ ...adapter, ...inner }))),
  }
}
