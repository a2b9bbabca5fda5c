import { setTimeout as wait } from 'node:timers/promises'
import { issueToken } from '../../server/api-keys/token.ts'
import { median, type Print, rounds } from '../load.ts'
import type { Keys } from './installation.ts'
import { type Load, wrk } from './wrk.ts'

/** Many, because what stalls a node for milliseconds comes rarely. */
const count = 15
const seconds = 3
const connections = 64

/**
 * Prints the 99th percentile of good calls at a fifth of the node's capacity: alone, with as many calls with unknown keys
 * at the same time, and, as that is simply more work, with as many other good calls instead.
 */
export async function printFlood(
  print: Print,
  { url, tokens }: Pick<Keys, 'url' | 'tokens'>,
  perSecond: number,
): Promise<void> {
  const rate = perSecond / 5
  const load = { url: `${url}/api/me`, connections, seconds, rate }
  const good = async () => (await wrk({ ...load, tokens: tokens.slice(0, 1) })).p99
  const unknown = Array.from({ length: 10_000 }, () => issueToken().token)
  const beside = (others: Pick<Load, 'tokens' | 'refused'>) => async () => {
    const flooding = wrk({ ...load, ...others, seconds: seconds + 1 })
    await wait(500)
    const p99 = await good()
    await flooding
    return p99
  }
  const runs = [good, beside({ tokens: unknown, refused: true }), beside({ tokens })]
  const [alone = 0, inFlood = 0, besideGood = 0] = (await rounds(count, runs, 1)).map(median)
  const times = (p99: number) => `${p99.toFixed(2)} ms, ${(p99 / alone).toFixed(2)} times`
  print(
    `  99th percentile of good calls at ${Math.round(rate)}/s: ${alone.toFixed(2)} ms;` +
      ` with as many bad keys: ${times(inFlood)}; with as many good keys instead: ${times(besideGood)}`,
  )
}
