import { setTimeout as wait } from 'node:timers/promises'

/** Long, because a slow machine is no failure. */
const waitsForMs = 5 * 60_000

/** Reads until what was read is right. @throws Error with what was read last where it does not become right in time. */
export async function until<T>(read: () => Promise<T>, right: (value: T) => boolean): Promise<T> {
  const deadline = performance.now() + waitsForMs
  for (;;) {
    const value = await read()
    if (right(value)) return value
    if (performance.now() > deadline) throw new Error(`Waited in vain: ${JSON.stringify(value)}`)
    await wait(50)
  }
}
