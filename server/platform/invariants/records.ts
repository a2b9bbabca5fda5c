import { sql } from 'kysely'
import { operations } from '#contract'
import { answerErased } from '../idempotency.ts'
import { eachRow, type Invariant, rowsOf } from './invariant.ts'

const kept = new Map(operations.map((operation) => [operation.id, operation]))
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Invariants of recorded responses to requests with an Idempotency-Key. */
export const idempotencyInvariants: Invariant[] = [
  eachRow<{ operation: string; status: number | null; body: string | null; fingerprint: Buffer }>(
    'Every recorded response can be repeated',
    sql`select concat_ws(' ', 'idempotency_records', caller_id, operation, key) as row, operation, status, body, fingerprint
      from idempotency_records`,
    ({ operation, status, body, fingerprint }) => {
      if (status === answerErased && body === null) return null
      if (status === null || body === null) return 'it has no response'
      if (status < 200 || status > 299) return `it has a response with status ${status}`
      if (fingerprint.length !== 32) return 'its fingerprint is not a SHA-256'
      if (kept.get(operation)?.replay === 'never')
        return uuid.test(body) ? null : 'it contains more than the id of the created record'
      return isJson(body) ? null : 'its response is not JSON'
    },
  ),
]

/** Invariants of background jobs. */
export const jobInvariants: Invariant[] = [
  {
    rule: 'No job has failed for good',
    async *check({ tx }) {
      const { rows } = await sql<{
        exists: boolean
      }>`select to_regclass('pgboss.job') is not null as exists`.execute(tx)
      if (!rows[0]?.exists) return
      yield* rowsOf(
        tx,
        sql<{ row: string; what: string }>`
          select 'pgboss.job ' || id as row,
            'in dead_letters since ' || to_char(created_on at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC: '
              || left(coalesce(output ->> 'message', data::text, 'no message'), 200) as what
          from pgboss.job where name = 'dead_letters' and state in ('created', 'retry', 'active')`,
      )
    },
  },
]

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
