import { createHash } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import type { Operation } from '#contract'
import type { Database, Transaction } from './database/database.ts'
import type { DB } from './database/generated/tables.ts'
import { invalidField, Refusal } from './refusal.ts'

/** A JSON response, as sent and as recorded. */
export interface JsonAnswer {
  status: number
  body: string
}

/** A caller's use of a key on an operation. */
export interface Attempt {
  operation: Operation
  userId: string
  /** Null in a session, whichever it is: signing in again changes nothing. */
  apiKeyId: string | null
  key: string
  /** The hash of the validated input, so that equivalent JSON is the same request. */
  fingerprint: Buffer
}

/** The status of a record whose answer `erase_patients` has removed. */
export const answerErased = 409

/** Reads an `Idempotency-Key`. @throws Refusal if it is not 1 to 255 printable ASCII characters */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header
  throw invalidField('Idempotency-Key', 'Must be 1 to 255 printable characters')
}

/** Returns the SHA-256 of an input. */
export function fingerprintOf(input: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(input)).digest()
}

/**
 * Returns the response of the first attempt with this key: runs `effect` if this is the first, else returns the recorded
 * response. The record commits with the effect; a refused effect leaves none. Simultaneous attempts wait for one another
 * on the unique index.
 * @throws Refusal `idempotency_key_reused` if the input differs, `already_done` if the response contained a secret, or a
 * patient who was erased since
 */
export async function once(
  tx: Transaction,
  attempt: Attempt,
  effect: () => Promise<JsonAnswer>,
): Promise<JsonAnswer & { replayed: boolean }> {
  const { operation, userId, apiKeyId, key, fingerprint } = attempt
  const inserted = await tx
    .insertInto('idempotencyRecords')
    .values({ userId, apiKeyId, operation: operation.id, key, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const record = tx
    .selectFrom('idempotencyRecords')
    .select(['fingerprint', 'status', 'body'])
    .where(ofAttempt(attempt))

  if (inserted.numInsertedOrUpdatedRows === 0n) {
    const first = await record.executeTakeFirstOrThrow()
    if (!fingerprint.equals(first.fingerprint)) throw new Refusal('idempotency_key_reused')
    if (first.status === answerErased)
      throw new Refusal('already_done', 'Already done. The answer showed a patient who was erased since.')
    if (operation.replay === 'never')
      throw new Refusal('already_done', `Already done: it created ${first.body}.`)
    return { status: first.status ?? operation.status, body: first.body ?? '', replayed: true }
  }

  const answer = await effect()
  await tx
    .updateTable('idempotencyRecords')
    .set({
      status: answer.status,
      body: operation.replay === 'never' ? JSON.parse(answer.body).id : answer.body,
    })
    .where(ofAttempt(attempt))
    .execute()
  return { ...answer, replayed: false }
}

/** Selects the record of an attempt. */
const ofAttempt =
  ({ operation, userId, apiKeyId, key }: Attempt) =>
  ({ and }: ExpressionBuilder<DB, 'idempotencyRecords'>) =>
    and({ callerId: apiKeyId ?? userId, operation: operation.id, key })

/** Records a response that was created after the commit. */
export async function replaceAnswer(db: Database, attempt: Attempt, answer: JsonAnswer): Promise<void> {
  await db.reader.updateTable('idempotencyRecords').set(answer).where(ofAttempt(attempt)).execute()
}

/** Runs work with the same key one at a time, so that waiting calls do not each hold a connection. */
export function createKeyedQueue() {
  const last = new Map<string, Promise<unknown>>()
  return async function queued<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, result)
    try {
      return await result
    } finally {
      if (last.get(key) === result) last.delete(key)
    }
  }
}
