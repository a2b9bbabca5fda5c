import { setTimeout as wait } from 'node:timers/promises'
import { issueToken } from '../../server/api-keys/token.ts'
import { median, type Print, rounds } from '../load.ts'
import type { Keys } from './installation.ts'
import { wrk } from './wrk.ts'

/** Many, because what stalls a node for milliseconds comes rarely. */
const count = 15
const seconds = 3
const connections = 64

/**
 * Prints the 99th percentile of good calls at a fifth of the node's capacity, alone and with as many calls with unknown
 * keys at the same time.
 */
export async function printFlood(
  print: Print,
  { url, tokens: [token = ''] }: Pick<Keys, 'url' | 'tokens'>,
  perSecond: number,
): Promise<void> {
  const rate = perSecond / 5
  const load = { url: `${url}/api/me`, connections, seconds, rate }
  const good = async () => (await wrk({ ...load, tokens: [token] })).p99
  const tokens = Array.from({ length: 10_000 }, () => issueToken().token)
  const flooded = async () => {
    const flooding = wrk({ ...load, tokens, seconds: seconds + 1, refused: true })
    await wait(500)
    const p99 = await good()
    await flooding
    return p99
  }
  const [inFlood = 0, alone = 0] = (await rounds(count, [flooded, good], 1)).map(median)
  print(
    `  99th percentile of good calls at ${Math.round(rate)}/s: ${alone.toFixed(2)} ms;` +
      ` with as many bad keys: ${inFlood.toFixed(2)} ms, ${(inFlood / alone).toFixed(2)} times`,
  )
}
