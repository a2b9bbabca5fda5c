import type { z } from 'zod'
import type { Actor } from '#contract'
import type { Database, Transaction } from '../database/database.ts'
import { type Attempt, type JsonAnswer, once, replaceAnswer } from '../idempotency.ts'
import { type AfterCommit, Answer, type Implementation } from '../implement.ts'
import type { File } from './file.ts'
import type { Incoming } from './incoming.ts'
import type { Credentials } from './recognise.ts'
import type { ValidInput } from './validate.ts'

export interface Outcome {
  status: number
  /** JSON, or a file. */
  body: string | File
  replayed: boolean
}

/** A recognised, validated call, as handlers get it but for what is opened for them. */
export interface ValidCall extends ValidInput {
  actor: Actor | null
  format: string
  credentials: Credentials
  readonly signal: AbortSignal
}

/** Performs a call: opens what the handler needs, and makes its result the answer. */
export async function perform(
  { operation, access, prepare, perform: handler }: Implementation,
  call: ValidCall,
  { db, attempt, incoming }: { db: Database; attempt: Attempt | undefined; incoming: Incoming },
): Promise<Outcome> {
  // Assigned and not copied, since the signal is made only where someone asks for it.
  const run = (opened: object) => (handler as (call: object) => Promise<unknown>)(Object.assign(call, opened))
  if (access === 'database') return { ...toAnswer(await run({ db })), replayed: false }
  if (access === 'read') return { ...toAnswer(await run({ tx: db.reader })), replayed: false }

  const prepared = await (prepare as ((call: object) => Promise<unknown>) | undefined)?.(
    Object.assign(call, { store: incoming.store }),
  )
  let afterCommit: Answer<unknown>['afterCommit']
  // The answer is made before the commit: one that the contract does not allow undoes its effect.
  const outcome = await incoming.around(() =>
    db.transaction(async (tx: Transaction) => {
      incoming.begin()
      afterCommit = undefined
      const effect = async () => {
        const result = await run({ tx, prepared })
        if (result instanceof Answer) afterCommit = result.afterCommit
        return toJson(result)
      }
      return attempt ? once(tx, attempt, effect) : { ...(await effect()), replayed: false }
    }),
  )
  if (!afterCommit) return outcome
  const answer = toJson(await afterCommit({ db, signal: call.signal } satisfies AfterCommit))
  if (attempt) await replaceAnswer(db, attempt, answer)
  return { ...answer, replayed: false }

  function toAnswer(result: unknown): { status: number; body: string | File } {
    const isFile = 'media' in operation.result || call.format !== 'application/json'
    return isFile ? { status: operation.status, body: result as File } : toJson(result)
  }

  function toJson(result: unknown): JsonAnswer {
    const { status, body } = result instanceof Answer ? result : new Answer(operation.status, result)
    return { status, body: JSON.stringify((operation.result as z.ZodType).parse(body)) }
  }
}
