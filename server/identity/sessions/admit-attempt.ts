import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#database'
import { Refusal } from '#platform'
import { type Guesser, inSeconds, takeAttempt } from '../attempts.ts'

/** A wait that a user hardly notices. */
const shortWaitSeconds = 1.5

/**
 * Takes an attempt to sign in. Short waits are served here, for one caller at a time.
 * @throws Refusal `too_many_attempts`, or the signal's reason
 */
export function createAdmitAttempt() {
  const served = new Set<string>()

  return async function admitAttempt(db: Database, guesser: Guesser, signal: AbortSignal): Promise<void> {
    const take = () => db.transaction((tx) => takeAttempt(tx, guesser))
    let seconds = await take()
    const key = JSON.stringify(guesser)
    if (seconds > 0 && seconds <= shortWaitSeconds && !served.has(key)) {
      served.add(key)
      try {
        await wait(Math.ceil(seconds * 1000), undefined, { signal })
        seconds = await take()
      } finally {
        served.delete(key)
      }
    }
    if (seconds === 0) return
    throw new Refusal('too_many_attempts', `Too many wrong passwords. Try again ${inSeconds(seconds)}.`, {
      headers: { 'retry-after': String(Math.ceil(seconds)) },
    })
  }
}
