import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

const stepMs = 50

/**
 * Waits for work that is to end within so many milliseconds, which are counted in steps that make a call each: where a
 * busy machine makes the work slow, it makes the steps slow, too.
 */
export async function assertEndsWithin(
  ms: number,
  work: Promise<unknown>,
  call: () => Promise<unknown>,
): Promise<void> {
  let ended = false
  let steps = 0
  const count = async () => {
    for (; !ended; steps++) await Promise.all([wait(stepMs), call()])
  }
  const end = work.finally(() => {
    ended = true
  })
  await Promise.all([end, count()])
  assert.ok(steps * stepMs <= ms, `${steps} steps`)
}
