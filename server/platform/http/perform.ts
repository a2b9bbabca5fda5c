import type { z } from 'zod'
import type { Actor } from '#contract'
import type { Database, Transaction } from '../database/database.ts'
import { onSnapshot } from '../database/snapshot.ts'
import { type Attempt, type JsonAnswer, once, replaceAnswer } from '../idempotency.ts'
import type { Credentials, File } from '../implement.ts'
import { type AfterCommit, Answer, type Implementation } from '../implement.ts'
import type { Incoming } from './incoming.ts'
import { credentialEnded } from './still-valid.ts'
import type { ValidInput } from './validate.ts'

export interface Outcome {
  status: number
  /** JSON, or a file. */
  body: string | File
  replayed: boolean
}

/** An authenticated, validated call: what handlers get, without database access. */
export interface ValidCall extends ValidInput {
  actor: Actor | null
  format: string
  range: string | undefined
  credentials: Credentials
  readonly signal: AbortSignal
  isStillValid(): Promise<boolean>
  noteRead(patientId: string): void
}

/** Runs a call's handler with the database access it needs, and turns its result into the response. */
export async function perform(
  { operation, access, prepare, perform: handler }: Implementation,
  call: ValidCall,
  { db, attempt, incoming }: { db: Database; attempt: Attempt | undefined; incoming: Incoming },
): Promise<Outcome> {
  // Assigned, not copied: a copy would create the signal, which few handlers use.
  const run = (opened: object) => (handler as (call: object) => Promise<unknown>)(Object.assign(call, opened))
  if (access === 'database') return { ...toAnswer(await run({ db })), replayed: false }
  if (access === 'snapshot')
    return { ...toAnswer(await onSnapshot(db.reader, (tx) => run({ tx }))), replayed: false }
  if (access === 'read') return { ...toAnswer(await run({ tx: db.reader })), replayed: false }

  const prepared = await (prepare as ((call: object) => Promise<unknown>) | undefined)?.(
    Object.assign(call, { store: incoming.store }),
  )
  let afterCommit: Answer<unknown>['afterCommit']
  // The response is serialized before the commit, so that a result that violates the contract rolls back.
  const outcome = await incoming.around(() =>
    db.transaction(async (tx: Transaction) => {
      await incoming.begin(tx)
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
  if (!(await call.isStillValid())) throw credentialEnded()
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
