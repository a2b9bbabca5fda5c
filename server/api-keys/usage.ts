import type { Database } from '#database'
import { createOutageLog, type Log, newId } from '#platform'
import { addressOf, type Caller, networkOf } from './caller.ts'
import { type Batch, type DayCounts, type Seen, type Uses, writeBatch } from './usage-batch.ts'

/**
 * Counts the calls with each key: in memory on every call, written at most once a second, so that calls with the same key
 * never wait for its rows. A crash loses at most one second.
 */
export interface KeyUsage {
  /** Counts a call. `at` is the database's time, so that nodes with different clocks agree. */
  count(keyId: string, at: string, caller: Caller): void
  /** Counts the answer to a call that was counted with `at`, if it is a refusal. */
  countAnswer(keyId: string, at: string, status: number): void
  /** The number of keys with calls that are not written yet. */
  readonly backlog: number
  /** Writes the rest and stops. */
  stop(): Promise<void>
}

const everyMs = 1000
/** The database keeps as many for each key. */
const mostNetworks = 20
const triesAtStop = 5

/** Starts counting. Memory holds each key that was used since the last write, with up to twenty networks. */
export function createKeyUsage(db: Database, log: Log): KeyUsage {
  const node = newId()
  const outage = createOutageLog(
    log,
    'key usage could not be written and will be retried',
    'key usage is written again',
  )
  let counted = new Map<string, Uses>()
  /** Tried again under its number until it is certainly written: a write may succeed although its answer is lost. */
  let unwritten: Batch | undefined
  let batches = 0
  let writing: Promise<void> | undefined
  let timer = writeLater()

  // Scheduled from the end of the previous write, so that writes do not pile up after a slow one.
  function writeLater(): NodeJS.Timeout {
    const due = () => {
      writing = writeNext().then(() => {
        timer = writeLater()
      })
    }
    return setTimeout(due, everyMs).unref()
  }

  async function writeNext(): Promise<void> {
    if (backlog() === 0) return
    unwritten ??= takeBatch()
    const { keys } = unwritten
    try {
      await writeBatch(db, node, unwritten)
      unwritten = undefined
      outage.worked()
    } catch (error) {
      outage.failed(error, { keys: keys.size })
    }
  }

  function takeBatch(): Batch {
    const keys = counted
    counted = new Map()
    return { number: ++batches, keys }
  }

  function usesOf(keyId: string): Uses {
    let uses = counted.get(keyId)
    if (!uses) {
      uses = { days: new Map(), last: undefined, networks: new Map() }
      counted.set(keyId, uses)
    }
    return uses
  }

  const backlog = () => counted.size + (unwritten?.keys.size ?? 0)

  return {
    count(keyId, at, caller) {
      const uses = usesOf(keyId)
      countsOf(uses, at).calls++
      const { last } = uses
      // Most calls come from the address of the one before.
      const from = last?.caller.address === caller.address ? last?.from : networkSeen(uses, at, caller)
      if (from && from.lastAt < at) from.lastAt = at
      if (!last || last.at <= at) uses.last = { at, caller, from }
    },
    countAnswer(keyId, at, status) {
      if (status < 400) return
      const counts = countsOf(usesOf(keyId), at)
      if (status < 500) counts.refused4xx++
      else counts.refused5xx++
    },
    get backlog() {
      return backlog()
    },
    async stop() {
      clearTimeout(timer)
      await writing
      clearTimeout(timer)
      for (let tries = 0; backlog() > 0 && tries < triesAtStop; tries++) await writeNext()
    },
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
function networkSeen({ networks }: Uses, at: string, caller: Caller): Seen | undefined {
  const address = addressOf(caller.address)
  if (address === null) return undefined
  const network = networkOf(address)
  let seen = networks.get(network)
  if (!seen) {
    if (networks.size === mostNetworks) networks.delete(networks.keys().next().value!)
    seen = { firstAt: at, lastAt: at }
    networks.set(network, seen)
  }
  return seen
}
