import { createHash } from 'node:crypto'
import type { Operation } from '#contract'
import type { Database, Transaction } from './database/database.ts'
import { invalidField, Refusal } from './refusal.ts'

/** A JSON answer, as it goes out and as it is kept. */
export interface JsonAnswer {
  status: number
  body: string
}

/** One caller's use of one key on one operation. */
export interface Attempt {
  operation: Operation
  userId: string
  key: string
  /** Over the validated input: another spelling of the same JSON is the same request. */
  fingerprint: Buffer
}

/** Reads an `Idempotency-Key`. @throws Refusal where it is not 1 to 255 printable ASCII characters. */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header
  throw invalidField('Idempotency-Key', 'Must be 1 to 255 printable characters')
}

export function fingerprintOf(input: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(input)).digest()
}

/**
 * Gives the answer of the first attempt under this key: by `effect` when this is it, else as it was kept. The
 * record commits with the effect, so neither is ever there without the other; a refused effect leaves none.
 * Attempts that run at once wait for one another on the unique index.
 * @throws Refusal `idempotency_key_reused` where the input differs, `already_done` where the answer held a secret.
 */
export async function once(
  tx: Transaction,
  attempt: Attempt,
  effect: () => Promise<JsonAnswer>,
): Promise<JsonAnswer & { replayed: boolean }> {
  const { operation, userId, key, fingerprint } = attempt
  const inserted = await tx
    .insertInto('idempotencyRecords')
    .values({ userId, operation: operation.id, key, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const record = tx
    .selectFrom('idempotencyRecords')
    .select(['fingerprint', 'status', 'body'])
    .where('userId', '=', userId)
    .where('operation', '=', operation.id)
    .where('key', '=', key)

  if (inserted.numInsertedOrUpdatedRows === 0n) {
    const first = await record.executeTakeFirstOrThrow()
    if (!fingerprint.equals(first.fingerprint)) throw new Refusal('idempotency_key_reused')
    if (operation.replay === 'never')
      throw new Refusal('already_done', `This was done already; it made ${first.body}.`)
    return { status: first.status ?? operation.status, body: first.body ?? '', replayed: true }
  }

  const answer = await effect()
  await tx
    .updateTable('idempotencyRecords')
    .set({
      status: answer.status,
      body: operation.replay === 'never' ? JSON.parse(answer.body).id : answer.body,
    })
    .where('userId', '=', userId)
    .where('operation', '=', operation.id)
    .where('key', '=', key)
    .execute()
  return { ...answer, replayed: false }
}

/** Keeps what was really answered, where that was made after the commit. */
export async function replaceAnswer(
  db: Database,
  { operation, userId, key }: Attempt,
  answer: JsonAnswer,
): Promise<void> {
  await db.reader
    .updateTable('idempotencyRecords')
    .set(answer)
    .where('userId', '=', userId)
    .where('operation', '=', operation.id)
    .where('key', '=', key)
    .execute()
}

/** Lets those who bring one key to one node come one after the other, instead of each holding a connection to wait. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, turn)
    try {
      return await turn
    } finally {
      if (last.get(key) === turn) last.delete(key)
    }
  }
}
