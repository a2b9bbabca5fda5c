import { resultWith } from '#contract'
import type { Database, Reader, Transaction } from '../database/database.ts'
import { onSnapshot } from '../database/snapshot.ts'
import { type Attempt, type JsonAnswer, once, replaceAnswer } from '../idempotency.ts'
import { type AfterCommit, Answer, type Call, type File, type Implementation } from '../implement.ts'
import type { Incoming } from './incoming.ts'
import { type Shown, shownBy, shownByFile } from './shown.ts'

export interface Outcome {
  status: number
  /** JSON, or a file. */
  body: string | File
  replayed: boolean
  /** The patients that it shows. */
  shown: Shown | null
}

/** Runs a call's handler with the database access it needs, and turns its result into the response. */
export async function perform(
  { operation, access, prepare, reach, perform: handler }: Implementation,
  call: Call,
  { db, attempt, incoming }: { db: Database; attempt: Attempt | undefined; incoming: Incoming },
): Promise<Outcome> {
  // Assigned, not copied: a copy would create the signal, which few handlers use.
  const run = (opened: object) => (handler as (call: object) => Promise<unknown>)(Object.assign(call, opened))
  const reached = (tx: Reader) => call.actor && reach?.(tx, call.actor.userId, call)
  const read = async (tx: Reader, opened: object) => {
    if (reach) await reached(tx)
    return toOutcome(await run(opened))
  }
  if (access === 'database') return read(db.reader, { db })
  if (access === 'snapshot') return onSnapshot(db.reader, (tx) => read(tx, { tx }))
  if (access === 'read') return read(db.reader, { tx: db.reader })
  if (access === 'recorded read')
    return db.transaction((tx: Transaction) => read(tx, { tx, reader: db.reader }))

  const prepared = await (prepare as ((call: object) => Promise<unknown>) | undefined)?.(
    Object.assign(call, { store: incoming.store }),
  )
  let afterCommit: Answer<unknown>['afterCommit']
  let shown: Shown | null = null
  // The response is serialized before the commit, so that a result that violates the contract rolls back.
  const outcome = await incoming.around(() =>
    db.transaction(async (tx: Transaction) => {
      await reached(tx)
      await incoming.begin(tx)
      afterCommit = undefined
      const effect = async () => {
        const result = await run({ tx, prepared })
        if (result instanceof Answer) afterCommit = result.afterCommit
        const { shown: shownNow, ...answer } = toJson(result)
        shown = shownNow
        return answer
      }
      return attempt ? once(tx, attempt, effect) : { ...(await effect()), replayed: false }
    }),
  )
  // A repeated call shows again what the first one did.
  if (outcome.replayed) shown = shownBy(operation, call, JSON.parse(outcome.body))
  if (!afterCommit) return { ...outcome, shown }
  const { shown: shownLater, ...answer } = toJson(
    await afterCommit({ db, signal: call.signal } satisfies AfterCommit),
  )
  if (attempt) await replaceAnswer(db, attempt, answer)
  const refusal = await call.refusalNow()
  if (refusal) throw refusal
  return { ...answer, replayed: false, shown: shownLater }

  function toOutcome(result: unknown): Outcome {
    const isFile = 'media' in operation.result || call.format !== 'application/json'
    if (!isFile) return { ...toJson(result), replayed: false }
    const file = result as File
    return { status: operation.status, body: file, replayed: false, shown: shownByFile(operation, file) }
  }

  function toJson(result: unknown): JsonAnswer & { shown: Shown | null } {
    const { status, body } = result instanceof Answer ? result : new Answer(operation.status, result)
    const value = resultWith(operation, status).parse(body)
    return { status, body: JSON.stringify(value), shown: shownBy(operation, call, value) }
  }
}
