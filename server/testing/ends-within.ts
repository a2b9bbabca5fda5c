import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

const stepMs = 50

/**
 * Asserts that work ends within a number of milliseconds. Counts them in steps that make a call each, which a busy
 * machine slows down as well.
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
