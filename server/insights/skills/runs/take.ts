import { setTimeout as wait } from 'node:timers/promises'
import type { Reader } from '#database'
import { type Claimed, claim } from './attempt.ts'

const lookEveryMs = 1000

/**
 * Claims a run for its job. If another attempt has it, which may just have been killed, waits until that shows a sign of
 * life or is lost.
 * @returns null if there is nothing to do
 */
export async function take(tx: Reader, runId: string, signal: AbortSignal): Promise<Claimed | null> {
  for (let seenAt: string | null | undefined; ; ) {
    const run = await claim(tx, runId)
    if (run) return run
    const row = await tx
      .selectFrom('skillRuns')
      .select('seenAt')
      .where('id', '=', runId)
      .where('status', '=', 'running')
      .executeTakeFirst()
    if (!row || (seenAt !== undefined && row.seenAt !== seenAt)) return null
    seenAt = row.seenAt
    await wait(lookEveryMs, undefined, { signal })
  }
}
