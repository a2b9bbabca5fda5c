import { setTimeout as wait } from 'node:timers/promises'
import { issueToken } from '../../server/api-keys/token.ts'
import { callOf, latencies, median, percentile } from '../load.ts'
import { wrk } from './wrk.ts'

const seconds = 5

/**
 * The 99th percentile of good calls at a fixed rate, in ms, alone and with as many calls beside them with keys that were
 * never made; medians of alternated rounds.
 */
export async function flood(
  { url, token, rate }: { url: string; token: string; rate: number },
  rounds: number,
): Promise<{ alone: number; flooded: number }> {
  const call = callOf('/api/me', token)
  const measure = async () => percentile(await latencies(url, () => call, rate, seconds), 0.99)
  const tokens = Array.from({ length: 10_000 }, () => issueToken().token)
  const bad = { url: `${url}/api/me`, tokens, connections: 64, seconds: seconds + 2, rate, refused: true }
  const alone: number[] = []
  const flooded: number[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push(await measure())
    const flooding = wrk(bad)
    await wait(1000)
    flooded.push(await measure())
    await flooding
  }
  return { alone: median(alone), flooded: median(flooded) }
}
