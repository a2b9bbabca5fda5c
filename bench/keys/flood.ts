import { setTimeout as wait } from 'node:timers/promises'
import { issueToken } from '../../server/api-keys/token.ts'
import { median } from '../load.ts'
import { wrk } from './wrk.ts'

/** One round says little: what stalls a node for some milliseconds comes a few times in one, or not at all. */
const rounds = 15
const seconds = 3
const connections = 64

/**
 * The 99th percentile of good calls at a fixed rate, in ms, alone and with as many calls beside them with keys that were
 * never made; medians of alternated rounds, after one that warms up both.
 */
export async function flood(
  node: { url: string; token: string },
  rate: number,
): Promise<{ alone: number; flooded: number }> {
  const load = { url: `${node.url}/api/me`, connections, seconds, rate }
  const good = { ...load, tokens: [node.token] }
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
  return { alone: median(alone.slice(1)), flooded: median(flooded.slice(1)) }
}
