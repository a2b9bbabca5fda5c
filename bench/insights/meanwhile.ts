import { setTimeout as wait } from 'node:timers/promises'
import { createSource, getProject, listSources } from '#contract'
import { type Desk, projectWith } from './desk.ts'
import { Speech } from './texts.ts'

const trackers = 100
const characters = 3_000_000

/** How long one other caller waits while large files are taken in, read, matched and written, and while nothing is. */
export async function meanwhile(print: (line: string) => void, desk: Desk): Promise<void> {
  const { projectId } = await projectWith(desk, trackers)
  const speech = new Speech(3)
  const text = speech.text(characters, trackers)
  const files = [
    new File([text], 'talk.txt'),
    new File([text.replaceAll('. ', '.\r\n')], 'talk.csv'),
    new File([`# Talk\n\n${text.replaceAll('. ', '.\n\n')}`], 'talk.md'),
    new File(['%PDF-1.7 and nothing after it'], 'broken.pdf'),
  ]
  await otherAnswers(desk, projectId, async () => wait(1000))
  const idle = await otherAnswers(desk, projectId, async () => wait(3000))
  const busy = await otherAnswers(desk, projectId, async () => {
    await Promise.all(files.map((file) => desk.client.call(createSource, { projectId, file })))
    for (;;) {
      const { counts } = await desk.client.call(listSources, { projectId, limit: 1 })
      if (counts.queued + counts.extracting === 0) break
      await wait(100)
    }
  })
  print(
    `one other caller while four files, ${((3 * characters) / 1e6).toFixed(0)} MB, are taken in with ${trackers} trackers:`,
  )
  for (const [when, took] of [
    ['idle', idle],
    ['meanwhile', busy],
  ] as const) {
    const at = (share: number) =>
      took[Math.min(took.length - 1, Math.ceil(took.length * share) - 1)]!.toFixed(1)
    print(
      `${when.padStart(10)} median ${at(0.5)} ms, 99th ${at(0.99)} ms, longest ${at(1)} ms, ${took.length} answers`,
    )
  }
}

/** What each answer took, the quickest first, as long as something is done. */
async function otherAnswers(
  { client }: Desk,
  projectId: string,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const took: number[] = []
  let done = false
  const working = work().finally(() => {
    done = true
  })
  while (!done) {
    const begun = performance.now()
    await client.call(getProject, { projectId })
    took.push(performance.now() - begun)
    await wait(2)
  }
  await working
  return took.toSorted((a, b) => a - b)
}
