import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '#client'
import { getImport, getSource, getTracker, type Import, type Source, type Tracker } from '#contract'

/** Long, because a slow machine is no failure. */
export const waitsForMs = 5 * 60_000

/**
 * Reads until what was read is right, again whenever another tenth of the time has passed: each look costs others theirs.
 * @throws Error with what was read last where it does not become right in time.
 */
export async function until<T>(read: () => Promise<T>, right: (value: T) => boolean): Promise<T> {
  const since = performance.now()
  for (;;) {
    const value = await read()
    if (right(value)) return value
    const waitedMs = performance.now() - since
    if (waitedMs > waitsForMs) throw new Error(`Waited in vain: ${JSON.stringify(value)}`)
    await wait(Math.max(20, waitedMs / 10))
  }
}

/** Waits until a source is ready or failed. */
export const untilRead = (client: Client, sourceId: string): Promise<Source> =>
  until(
    () => client.call(getSource, { sourceId }),
    ({ status }) => status === 'ready' || status === 'failed',
  )

/** Waits until a tracker has looked through all sources that there were. */
export const untilSearched = (client: Client, trackerId: string): Promise<Tracker> =>
  until(
    () => client.call(getTracker, { trackerId }),
    ({ backfill }) => backfill === null,
  )

/** Waits until an import has ended. */
export const untilImported = (client: Client, importId: string): Promise<Import> =>
  until(
    () => client.call(getImport, { importId }),
    ({ finishedAt }) => finishedAt !== null,
  )
