import { setTimeout as wait } from 'node:timers/promises'

const [minuteMs, dayMs] = [60_000, 24 * 60 * 60 * 1000]
/** Longer than such a test takes, even on a slow machine. */
const takesMs = 3 * minuteMs

/** A value of BACKUP_AT with which no backup becomes due during a test. */
export const inTwelveHours = new Date(Date.now() + dayMs / 2).toISOString().slice(11, 16)

/** Waits for midnight (UTC) if it is near, for tests that would fail if a day ended in between. */
export async function untilDayIsLong(): Promise<void> {
  const leftMs = dayMs - (Date.now() % dayMs)
  if (leftMs < takesMs) await wait(leftMs)
}
