import { mostRefusals } from '#contract'
import type { Database } from '#database'
import { type Credentials, createBatchWriter, type Log, newId, type RefusedCall } from '#platform'
import { networkOf, userAgentOf } from './caller.ts'
import { type Batch, type DayCounts, type Seen, type Uses, writeBatch } from './usage-batch.ts'

/**
 * Counts the calls with each key: in memory on every call, written at most once a second, so that calls with the same key
 * never wait for its rows. A crash loses at most one second.
 */
export interface KeyUsage {
  /** Counts a call. `at` is the database's time, so that nodes with different clocks agree. */
  count(keyId: string, at: string, caller: Caller): void
  /** Counts that a call that was counted with `at` was refused. */
  countRefusal(keyId: string, at: string, status: number): void
  /** Notes a call with a key, valid or not, that was refused. */
  noteRefusal(keyId: string, at: string, caller: Caller, refused: RefusedCall): void
  /** The number of keys with calls that are not written yet. */
  readonly backlog: number
  /** Writes the rest and stops. */
  stop(): Promise<void>
}

type Caller = Pick<Credentials, 'address' | 'userAgent'>

/** Keys to write in one statement, for which the embedded database makes calls wait. */
const keysAtOnce = 50
/** Refused calls that one statement writes, at most twice as many. */
const refusalsAtOnce = mostRefusals
/** Refused calls in memory, of some hundred bytes each. */
const mostNoted = 20 * mostRefusals
/** The database keeps as many for each key. */
const mostNetworks = 20

/**
 * Starts counting. Memory holds each key that was used since the last write, with up to twenty networks, and the newest refused
 * calls of each.
 */
export function createKeyUsage(db: Database, log: Log): KeyUsage {
  const node = newId()
  let counted = new Map<string, Uses>()
  /** Those of a second, which are written some at a time. */
  let due: [keyId: string, Uses][] = []
  let batches = 0
  let noted = 0
  const writer = createBatchWriter<Batch>({
    what: 'key usage',
    log,
    take() {
      if (due.length === 0) {
        due = [...counted]
        counted = new Map()
      }
      const keys = nextKeys()
      return keys.length > 0 ? { number: ++batches, keys } : undefined
    },
    isMoreDue: () => due.length > 0,
    async write(batch) {
      await writeBatch(db, node, batch)
      noted -= refusalsOf(batch.keys)
    },
    facts: ({ keys }) => ({ keys: keys.length }),
  })

  /** Takes keys from the end, which moves no others: after an outage, all may be due. */
  function nextKeys(): Batch['keys'] {
    const keys: [keyId: string, Uses][] = []
    while (keys.length < keysAtOnce && refusalsOf(keys) < refusalsAtOnce) {
      const next = due.pop()
      if (!next) break
      keys.push(next)
    }
    return keys
  }

  function usesOf(keyId: string): Uses {
    let uses = counted.get(keyId)
    if (!uses) {
      uses = { days: new Map(), last: undefined, networks: new Map(), refusals: [] }
      counted.set(keyId, uses)
    }
    return uses
  }

  return {
    count(keyId, at, { address, userAgent }) {
      const uses = usesOf(keyId)
      countsOf(uses, at).calls++
      const { last } = uses
      // Most calls come from the address of the one before.
      const from = last?.address === address ? last?.from : networkSeen(uses, at, address)
      if (from && from.lastAt < at) from.lastAt = at
      if (!last || last.at <= at) uses.last = { at, address, userAgent, from }
    },
    countRefusal(keyId, at, status) {
      const counts = countsOf(usesOf(keyId), at)
      if (status < 500) counts.refused4xx++
      else counts.refused5xx++
    },
    noteRefusal(keyId, at, { address, userAgent }, refused) {
      const { refusals } = usesOf(keyId)
      if (refusals.length === mostRefusals || (noted >= mostNoted && refusals.length > 0)) refusals.shift()
      else if (noted < mostNoted) noted++
      else return
      refusals.push({ ...refused, at, address, userAgent: userAgentOf(userAgent) })
    },
    get backlog() {
      return counted.size + due.length + (writer.unwritten?.keys.length ?? 0)
    },
    stop: writer.stop,
  }
}

const refusalsOf = (keys: Batch['keys']): number =>
  keys.reduce((sum, [, { refusals }]) => sum + refusals.length, 0)

/** Returns the counts of the day of an instant. */
function countsOf({ days }: Uses, at: string): DayCounts {
  const day = at.slice(0, 10)
  let counts = days.get(day)
  if (!counts) {
    counts = { calls: 0, refused4xx: 0, refused5xx: 0 }
    days.set(day, counts)
  }
  return counts
}

/** Returns when the network of a call was seen. If there are too many, the one that was noted first is forgotten. */
function networkSeen({ networks }: Uses, at: string, address: string | undefined): Seen | undefined {
  if (address === undefined) return undefined
  const network = networkOf(address)
  let seen = networks.get(network)
  if (!seen) {
    if (networks.size === mostNetworks) networks.delete(networks.keys().next().value!)
    seen = { firstAt: at, lastAt: at }
    networks.set(network, seen)
  }
  return seen
}
