import { isDeepStrictEqual } from 'node:util'

/** A request between two moments of one monotonic clock, in milliseconds. */
export interface Timed {
  invoked: number
  returned: number
}

/** A request to one record. Without a certain response, it takes effect once at any time after it was sent, or never. */
export interface Request<Op> extends Timed {
  op: Op
  certain: boolean
}

/** What a record is in a world where requests take effect one at a time. */
export interface Model<State, Op> {
  initial: State
  /** Returns the state after a request, or null if it cannot have this response in this state. */
  step(state: State, op: Op): State | null
  /** Returns a text that only equal states share. */
  keyOf(state: State): string
}

/** What a response shows, undefined if nothing, or why the request was refused; null if that is unknown. */
export type After<Shown> = { shown: Shown } | { refused: string } | null

/**
 * Returns the state after a request: `next`, or `state` if it was refused. Null if it was refused without need, was not
 * refused when it should, or shows something else than `shown`.
 */
export function answered<State, Shown>(
  after: After<Shown>,
  { state, next, shown, isRefused }: { state: State; next: State; shown?: Shown; isRefused?: boolean },
): State | null {
  if (after && 'refused' in after) return isRefused ? state : null
  if (isRefused) return null
  const isShown = after !== null && after.shown !== undefined && shown !== undefined
  return !isShown || isDeepStrictEqual(after.shown, shown) ? next : null
}

interface Step<State> {
  state: State
  /** The requests that can come next, by their position. */
  candidates: number[]
  tried: number
  chosen: number
}

/**
 * Searches for an order of requests that explains all responses and never moves a request before one that had returned
 * when it was sent (Wing and Gong 1993; the visited states are remembered as Lowe 2017 does). Requests without a certain
 * response are only tried where nothing else fits.
 * @returns null if there is such an order, otherwise the first request that none of the longest orders explains
 */
export function findUnexplained<State, Op>(
  { initial, step, keyOf }: Model<State, Op>,
  requests: readonly Request<Op>[],
): Request<Op> | null {
  const sorted = requests.toSorted((a, b) => a.invoked - b.invoked)
  const all = [...sorted.filter(({ certain }) => certain), ...sorted.filter(({ certain }) => !certain)]
  const certainCount = sorted.filter(({ certain }) => certain).length
  const done = new Uint8Array(all.length)
  const visited = new Set<string>()
  let left = certainCount
  let fewestLeft = Number.POSITIVE_INFINITY
  let unexplained: Request<Op> | null = null

  const steps: Step<State>[] = [stepFrom(initial)]
  for (;;) {
    if (left === 0) return null
    const current = steps.at(-1)
    if (!current) return unexplained
    const position = current.candidates[current.tried++]
    if (position === undefined) {
      steps.pop()
      const before = steps.at(-1)
      if (before) undo(before.chosen)
      continue
    }
    const state = step(current.state, all[position]!.op)
    if (state === null) continue
    current.chosen = position
    done[position] = 1
    if (position < certainCount) left--
    steps.push(stepFrom(state))
  }

  function undo(position: number): void {
    done[position] = 0
    if (position < certainCount) left++
  }

  /** Returns the step from a state, without candidates if the state was visited after the same requests. */
  function stepFrom(state: State): Step<State> {
    let first = 0
    while (done[first] && first < certainCount) first++
    let deadline = Number.POSITIVE_INFINITY
    let urgent = first
    const candidates: number[] = []
    const ahead: number[] = []
    for (let n = first; n < certainCount && all[n]!.invoked <= deadline; n++) {
      if (done[n]) {
        ahead.push(n)
        continue
      }
      candidates.push(n)
      if (all[n]!.returned < deadline) [deadline, urgent] = [all[n]!.returned, n]
    }
    for (let n = certainCount; n < all.length; n++) {
      if (done[n]) ahead.push(n)
      else if (all[n]!.invoked <= deadline) candidates.push(n)
    }
    if (left < fewestLeft) [fewestLeft, unexplained] = [left, all[urgent] ?? null]
    const place = `${first} ${ahead} ${keyOf(state)}`
    const isNew = !visited.has(place)
    visited.add(place)
    const inTime = candidates.filter((n) => isNew && all[n]!.invoked <= deadline)
    return { state, candidates: inTime, tried: 0, chosen: -1 }
  }
}

/** Checks that the requests to each record are linearizable. */
export function checkRequests<State, Op>(
  model: Model<State, Op>,
  records: Record<string, readonly Request<Op>[]>,
): string[] {
  return Object.entries(records).flatMap(([record, requests]) => {
    const unexplained = findUnexplained(model, requests)
    if (!unexplained) return []
    const before = requests.filter((one) => one !== unexplained && one.invoked < unexplained.returned)
    const listed = [unexplained, ...before.slice(-shown).reverse()].map((one) => JSON.stringify(one))
    return [`${record}: no order of requests explains ${listed.join(' after ')}`]
  })
}

/** How many of the requests before an unexplained one are shown with it. */
const shown = 6
