import { setTimeout as wait } from 'node:timers/promises'
import { createSource, getProject } from '#contract'
import type { Installation } from '../installation.ts'
import { during, median, type Print, percentile, timeOf } from '../load.ts'
import { projectWith } from './project-with.ts'
import { Speech } from './texts.ts'
import { untilRead } from './uploads.ts'

const trackers = 100
const characters = 3_000_000

/** How long another caller waits while large files are uploaded, read and matched, and while nothing happens. */
export async function meanwhile(print: Print, desk: Installation): Promise<void> {
  const { projectId } = await projectWith(desk, trackers)
  const speech = new Speech(3)
  const text = speech.text(characters, trackers)
  const files = [
    new File([text], 'talk.txt'),
    new File([text.replaceAll('. ', '.\r\n')], 'talk.csv'),
    new File([`# Talk\n\n${text.replaceAll('. ', '.\n\n')}`], 'talk.md'),
    new File(['%PDF-1.7 and nothing after it'], 'broken.pdf'),
  ]
  const other = async () => {
    await wait(2)
    return timeOf(() => desk.client.call(getProject, { projectId }))
  }
  const uploads = async () => {
    await Promise.all(files.map((file) => desk.client.call(createSource, { projectId, file })))
    await untilRead(desk, projectId)
  }
  await during(wait(1000), other)
  const [, idle] = await during(wait(3000), other)
  const [, busy] = await during(uploads(), other)
  print(
    `another caller while four files, ${((3 * characters) / 1e6).toFixed(0)} MB, are uploaded with ${trackers} trackers:`,
  )
  for (const [when, times] of Object.entries({ idle, meanwhile: busy })) {
    const [middle, late, longest] = [median(times), percentile(times, 0.99), Math.max(...times)]
    print(
      `${when.padStart(10)} median ${middle.toFixed(1)} ms, 99th ${late.toFixed(1)} ms, longest ${longest.toFixed(1)} ms, ${times.length} calls`,
    )
  }
}
