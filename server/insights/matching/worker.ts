import { parentPort } from 'node:worker_threads'
import type { TrackerSet } from './definition.ts'
import type { Rows } from './found.ts'
import { QueryError } from './query.ts'
import { prepare, type ReadySet } from './ready-set.ts'
import { Scan } from './scan.ts'

export interface Request {
  id: number
  text: string
  /** Start and end of each. */
  segments: Int32Array<ArrayBuffer>
  language: string | null
  key: string
  /** Sent on request. */
  set?: TrackerSet
}

/** The result of this request is no longer needed. */
export interface Cancellation {
  cancels: number
}

export type Answer =
  | { id: number; found: Rows }
  /** The set with this key is unknown: send the request again, with the set. */
  | { id: number; wants: 'set' }
  /** `position` of a QueryError. */
  | { id: number; error: string; position: number | null }

/** After this long, the next scan has its turn. */
const turnMs = 50
/** How many recently used sets are kept, each for texts of one language. */
const mostReady = 24

const sets = new Map<string, TrackerSet>()
const readySets = new Map<string, ReadySet>()
const scans: { id: number; scan: Scan; isWanted: boolean }[] = []

parentPort!.on('message', (request: Request | Cancellation) => {
  if ('cancels' in request) {
    const one = scans.find(({ id }) => id === request.cancels)
    if (one) one.isWanted = false
    return
  }
  const { id, text, segments, language, key } = request
  try {
    if (request.set) keep(sets, key, request.set)
    const set = sets.get(key)
    if (!set) return answer({ id, wants: 'set' })
    keep(sets, key, set)
    const readyKey = JSON.stringify([language, key])
    const ready = readySets.get(readyKey) ?? prepare(set, language)
    keep(readySets, readyKey, ready)
    scans.push({ id, scan: new Scan(ready, text, segments), isWanted: true })
    if (scans.length === 1) takeTurn()
  } catch (error) {
    fail(id, error)
  }
})

function takeTurn(): void {
  const one = scans.shift()!
  const until = performance.now() + turnMs
  try {
    if (one.isWanted && one.scan.advance(() => performance.now() > until)) {
      const found = one.scan.found()
      answer(
        { id: one.id, found },
        found.map(([, , numbers]) => numbers.buffer),
      )
    } else if (one.isWanted) {
      scans.push(one)
    }
  } catch (error) {
    fail(one.id, error)
  }
  // Lets new requests in first.
  if (scans.length > 0) setImmediate(takeTurn)
}

/** Puts an entry last, and drops the first: the least recently used. */
function keep<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  kept.delete(key)
  kept.set(key, value)
  if (kept.size > mostReady) kept.delete(kept.keys().next().value!)
}

function answer(message: Answer, transfer: ArrayBuffer[] = []): void {
  parentPort!.postMessage(message, transfer)
}

function fail(id: number, error: unknown): void {
  const { message } = error as Error
  answer({ id, error: message, position: error instanceof QueryError ? error.position : null })
}
