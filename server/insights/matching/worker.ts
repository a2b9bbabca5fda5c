import { parentPort } from 'node:worker_threads'
import type { Rows, TrackerSet } from '#engines/matching'
import { type Part, prepare, QueryError, type ReadySet, Scan } from '#engines/matching'

/** Asks to match a text, and brings its first part. */
export interface Request {
  id: number
  language: string | null
  key: string
  /** Sent if an answer asked for it. */
  set?: TrackerSet
  part: Part
}

/** Brings a part that an answer asked for. */
export interface NextPart {
  id: number
  next: Part
}

/** The result of this request is no longer needed. */
export interface Cancellation {
  cancels: number
}

export type Answer =
  | { id: number; found: Rows }
  /** The set with this key is unknown: send the request again, with the set. */
  | { id: number; wants: 'set' }
  | { id: number; wants: 'next part' }
  /** `position` of a QueryError. */
  | { id: number; error: string; position: number | null }

/** After this long, the next scan has its turn. */
const turnMs = 50
/** How many recently used sets are kept, each for texts of one language. */
const mostReady = 24

const sets = new Map<string, TrackerSet>()
const readySets = new Map<string, ReadySet>()
const scans = new Map<number, Scan>()
/** The ids of scans that have something to scan. All others wait for their next part. */
const turns: number[] = []

parentPort!.on('message', (request: Request | NextPart | Cancellation) => {
  if ('cancels' in request) return void scans.delete(request.cancels)
  if ('next' in request) {
    scans.get(request.id)?.continue(request.next)
    return queue(request.id)
  }
  const { id, part, language, key } = request
  try {
    if (request.set) keep(sets, key, request.set)
    const set = sets.get(key)
    if (!set) return answer({ id, wants: 'set' })
    keep(sets, key, set)
    const readyKey = JSON.stringify([language, key])
    const ready = readySets.get(readyKey) ?? prepare(set, language)
    keep(readySets, readyKey, ready)
    scans.set(id, new Scan(ready, part))
    queue(id)
  } catch (error) {
    fail(id, error)
  }
})

function queue(id: number): void {
  turns.push(id)
  if (turns.length === 1) takeTurn()
}

function takeTurn(): void {
  const id = turns[0]!
  const until = performance.now() + turnMs
  try {
    const scan = scans.get(id)
    const reached = scan?.advance(() => performance.now() > until)
    if (reached === 'within a part') turns.push(id)
    if (reached === 'at the end of a part') answer({ id, wants: 'next part' })
    if (reached === 'at the end') {
      const found = scan!.found()
      scans.delete(id)
      answer(
        { id, found },
        found.map(([, , numbers]) => numbers.buffer),
      )
    }
  } catch (error) {
    scans.delete(id)
    fail(id, error)
  }
  turns.shift()
  // Lets new requests in first.
  if (turns.length > 0) setImmediate(takeTurn)
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
