import { setTimeout as wait } from 'node:timers/promises'
import { createSource, listSources } from '#contract'
import type { Installation } from '../installation.ts'
import { median, type Print, rounds, timeOf } from '../load.ts'
import { trackerCounts } from './matching.ts'
import { projectWith } from './project-with.ts'
import { Speech } from './texts.ts'

const runs = 3
const characters = 20_000
const callers = 8

/** From the first upload until the last source is ready with its mentions. */
export async function uploads(print: Print, desk: Installation, sources: number): Promise<void> {
  const speech = new Speech(2)
  const measurements = trackerCounts.map(async (trackers) => {
    const { projectId } = await projectWith(desk, trackers)
    return () => {
      const texts = Array.from({ length: sources }, () => speech.text(characters, trackers))
      return timeOf(() => uploadAll(desk, projectId, texts))
    }
  })
  const times = (await rounds(runs, await Promise.all(measurements), 1)).map(median)
  print(`uploads: ${sources} texts of ${characters / 1000} kB by ${callers} callers, until all are ready`)
  for (const [n, time] of times.entries()) {
    const perSecond = (1000 * sources) / time
    print(
      `${String(trackerCounts[n]).padStart(5)} trackers ${perSecond.toFixed(1)} sources/s ${((perSecond * characters) / 1e6).toFixed(2)} MB/s`,
    )
  }
  print(`a source with 1,000 trackers takes ${(times[3]! / times[1]!).toFixed(2)} times as long as with 10`)
}

/** Uploads texts, and waits until all are ready. */
export async function uploadAll(
  desk: Installation,
  projectId: string,
  texts: string[],
  by = callers,
): Promise<void> {
  const left = [...texts]
  const caller = async () => {
    for (let text = left.pop(); text !== undefined; text = left.pop()) {
      await desk.client.call(createSource, { projectId, title: 'An interview', text })
    }
  }
  await Promise.all(Array.from({ length: by }, caller))
  if ((await untilRead(desk, projectId)) > 0) throw new Error('A source failed')
}

/** Waits until no source is waiting to be read, and returns how many have failed. */
export async function untilRead({ client }: Installation, projectId: string): Promise<number> {
  for (;;) {
    const { counts } = await client.call(listSources, { projectId, limit: 1 })
    if (counts.queued + counts.extracting === 0) return counts.failed
    await wait(20)
  }
}
