import { setTimeout as wait } from 'node:timers/promises'
import { createSource, listSources } from '#contract'
import { median } from '../load.ts'
import { type Desk, projectWith } from './desk.ts'
import { timeOf, trackerCounts } from './matching.ts'
import { Speech } from './texts.ts'

const rounds = 3
const characters = 20_000
const callers = 8

/** From the first upload until the last source is ready, its mentions written. */
export async function uploads(print: (line: string) => void, desk: Desk, sources: number): Promise<void> {
  const projects = await Promise.all(
    trackerCounts.map(async (trackers) => ({
      trackers,
      ...(await projectWith(desk, trackers)),
      times: [] as number[],
    })),
  )
  const speech = new Speech(2)
  for (let round = 0; round <= rounds; round++) {
    for (const { projectId, trackers, times } of projects) {
      const texts = Array.from({ length: sources }, () => speech.text(characters, trackers))
      const time = await timeOf(() => uploadAll(desk, projectId, texts))
      // The first round warms up.
      if (round > 0) times.push(time)
    }
  }
  print(`uploads: ${sources} texts of ${characters / 1000} kB by ${callers} callers, until all are ready`)
  for (const { trackers, times } of projects) {
    const perSecond = (1000 * sources) / median(times)
    print(
      `${String(trackers).padStart(5)} trackers ${perSecond.toFixed(1)} sources/s ${((perSecond * characters) / 1e6).toFixed(2)} MB/s`,
    )
  }
  const [, ten, , thousand] = projects.map(({ times }) => median(times))
  print(`a source with 1,000 trackers takes ${(thousand! / ten!).toFixed(2)} times as long as with 10`)
}

async function uploadAll({ client }: Desk, projectId: string, texts: string[]): Promise<void> {
  const left = [...texts]
  const caller = async () => {
    for (let text = left.pop(); text !== undefined; text = left.pop()) {
      await client.call(createSource, { projectId, title: 'An interview', text })
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  for (;;) {
    const { counts } = await client.call(listSources, { projectId, limit: 1 })
    if (counts.failed > 0) throw new Error('A source failed')
    if (counts.queued + counts.extracting === 0) return
    await wait(20)
  }
}
