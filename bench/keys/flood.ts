import { issueToken } from '../../server/api-keys/token.ts'
import { callOf, latencies, median, percentile } from '../load.ts'

const seconds = 5

/**
 * The 99th percentile of good calls at a fixed rate, in ms, alone and with as many calls with bad keys beside them;
 * medians of alternated rounds.
 */
export async function flood(
  { url, token, rate }: { url: string; token: string; rate: number },
  rounds: number,
): Promise<{ alone: number; flooded: number }> {
  const good = callOf('/api/me', token)
  // Made before, since the caller shares the machine with the server.
  const bad = Array.from({ length: 10_000 }, () => callOf('/api/me', issueToken().token))
  let sent = 0
  const alone: number[] = []
  const flooded: number[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push(percentile(await latencies(url, () => good, rate, seconds), 0.99))
    const [times] = await Promise.all([
      latencies(url, () => good, rate, seconds),
      latencies(url, () => bad[sent++ % bad.length]!, rate, seconds),
    ])
    flooded.push(percentile(times, 0.99))
  }
  return { alone: median(alone), flooded: median(flooded) }
}
