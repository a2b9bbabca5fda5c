import { callOf, latencies, median, percentile } from '../load.ts'
import { startProgram } from './process.ts'

const seconds = 5

/**
 * The 99th percentile of good calls at a fixed rate, in ms, alone and with as many calls with bad keys beside them, which
 * come from another process; medians of alternated rounds.
 */
export async function flood(
  { url, token, rate }: { url: string; token: string; rate: number },
  rounds: number,
): Promise<{ alone: number; flooded: number }> {
  const call = callOf('/api/me', token)
  const measure = async () => percentile(await latencies(url, () => call, rate, seconds), 0.99)
  const alone: number[] = []
  const flooded: number[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push(await measure())
    const settings = ['bad-calls.ts', url, String(rate), String(seconds + 1)]
    const { remove } = await startProgram(settings, import.meta.dirname)
    flooded.push(await measure())
    await remove()
  }
  return { alone: median(alone), flooded: median(flooded) }
}
