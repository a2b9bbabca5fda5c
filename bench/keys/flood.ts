import { setTimeout as wait } from 'node:timers/promises'
import { issueToken } from '../../server/api-keys/token.ts'
import { median } from '../load.ts'
import type { Keys } from './installation.ts'
import { wrk } from './wrk.ts'

/** One round says little: what stalls a node for some milliseconds comes a few times in one, or not at all. */
const rounds = 15
const seconds = 3
const connections = 64

/**
 * Prints the 99th percentile of good calls at a fifth of what the node answers in a second, alone and with as many calls
 * beside them with keys that were never made; medians of alternated rounds, after one that warms up both.
 */
export async function printFlood(
  print: (line: string) => void,
  { url, tokens: [token = ''] }: Pick<Keys, 'url' | 'tokens'>,
  perSecond: number,
): Promise<void> {
  const rate = perSecond / 5
  const load = { url: `${url}/api/me`, connections, seconds, rate }
  const good = { ...load, tokens: [token] }
  const tokens = Array.from({ length: 10_000 }, () => issueToken().token)
  const bad = { ...load, tokens, seconds: seconds + 1, refused: true }
  const alone: number[] = []
  const flooded: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const flooding = wrk(bad)
    await wait(500)
    flooded.push((await wrk(good)).p99)
    await flooding
    alone.push((await wrk(good)).p99)
  }
  const [usual, inFlood] = [median(alone.slice(1)), median(flooded.slice(1))]
  print(
    `  99th percentile of good calls at ${Math.round(rate)}/s: ${usual.toFixed(2)} ms;` +
      ` with as many bad keys beside: ${inFlood.toFixed(2)} ms, ${(inFlood / usual).toFixed(2)} of that`,
  )
}
