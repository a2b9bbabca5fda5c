import type { z } from 'zod'
import type { Actor } from '#contract'
import type { Database, Transaction } from '../database/database.ts'
import { type Attempt, type JsonAnswer, once } from '../idempotency.ts'
import { Answer, type Implementation } from '../implement.ts'
import type { File } from './file.ts'
import type { Credentials } from './recognise.ts'
import type { ValidInput } from './validate.ts'

export interface Outcome {
  status: number
  /** JSON, or a file. */
  body: string | File
  replayed: boolean
}

/** Performs a recognised, validated call: opens what the handler needs, and makes its result the answer. */
export async function perform(
  { operation, access, perform: handler }: Implementation,
  call: ValidInput & { actor: Actor | null; credentials: Credentials },
  attempt: Attempt | undefined,
  db: Database,
): Promise<Outcome> {
  const run = handler as (call: object) => Promise<unknown>
  if (access === 'database') return { ...toJson(await run({ ...call, db })), replayed: false }
  if (access === 'read') {
    const result = await run({ ...call, tx: db.reader })
    if ('media' in operation.result)
      return { status: operation.status, body: result as File, replayed: false }
    return { ...toJson(result), replayed: false }
  }
  // The answer is made before the commit: one that the contract does not allow undoes its effect.
  return db.transaction(async (tx: Transaction) => {
    const effect = async () => toJson(await run({ ...call, tx }))
    return attempt ? once(tx, attempt, effect) : { ...(await effect()), replayed: false }
  })

  function toJson(result: unknown): JsonAnswer {
    const { status, body } = result instanceof Answer ? result : new Answer(operation.status, result)
    return { status, body: JSON.stringify((operation.result as z.ZodType).parse(body)) }
  }
}
