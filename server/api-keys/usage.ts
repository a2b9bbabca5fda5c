import type { Database } from '#database'
import { type Credentials, createBatchWriter, type Log, newId } from '#platform'
import { networkOf } from './caller.ts'
import { type Batch, type DayCounts, type Seen, type Uses, writeBatch } from './usage-batch.ts'

/**
 * Counts the calls with each key: in memory on every call, written at most once a second, so that calls with the same key
 * never wait for its rows. A crash loses at most one second.
 */
export interface KeyUsage {
  /** Counts a call. `at` is the database's time, so that nodes with different clocks agree. */
  count(keyId: string, at: string, credentials: Pick<Credentials, 'address' | 'userAgent'>): void
  /** Counts the answer to a call that was counted with `at`, if it is a refusal. */
  countAnswer(keyId: string, at: string, status: number): void
  /** The number of keys with calls that are not written yet. */
  readonly backlog: number
  /** Writes the rest and stops. */
  stop(): Promise<void>
}

/** Keys to write in one statement, for which the embedded database makes calls wait. */
const keysAtOnce = 50
/** The database keeps as many for each key. */
const mostNetworks = 20

/** Starts counting. Memory holds each key that was used since the last write, with up to twenty networks. */
export function createKeyUsage(db: Database, log: Log): KeyUsage {
  const node = newId()
  let counted = new Map<string, Uses>()
  /** Those of a second, which are written some at a time. */
  let due: [keyId: string, Uses][] = []
  let batches = 0
  const writer = createBatchWriter<Batch>({
    what: 'key usage',
    log,
    take() {
      if (due.length === 0) {
        due = [...counted]
        counted = new Map()
      }
      // From the end, which moves no others: after an outage, all keys may be due.
      const keys = due.splice(-keysAtOnce)
      return keys.length > 0 ? { number: ++batches, keys } : undefined
    },
    isMoreDue: () => due.length > 0,
    write: (batch) => writeBatch(db, node, batch),
    facts: ({ keys }) => ({ keys: keys.length }),
  })

  function usesOf(keyId: string): Uses {
    let uses = counted.get(keyId)
    if (!uses) {
      uses = { days: new Map(), last: undefined, networks: new Map() }
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
    countAnswer(keyId, at, status) {
      if (status < 400) return
      const counts = countsOf(usesOf(keyId), at)
      if (status < 500) counts.refused4xx++
      else counts.refused5xx++
    },
    get backlog() {
      return counted.size + due.length + (writer.unwritten?.keys.length ?? 0)
    },
    stop: writer.stop,
  }
}

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
