import { setTimeout as wait } from 'node:timers/promises'
import { createProject, createSource, createTracker, getProject, getSource } from '#contract'
import type { Postgres } from '../../server/testing/postgres.ts'
import { type Installation, startInstallation } from '../installation.ts'
import { during, median, type Print, percentile, timeOf } from '../load.ts'
import { cpuMs, parentOf } from '../reads/cpu.ts'
import { phrases, Speech } from './texts.ts'
import { uploadAll } from './uploads.ts'

const loads = [
  { name: '400 texts of 2 kB', count: 400, characters: 2_000, wordsToMention: 100 },
  { name: '400 texts of 20 kB', count: 400, characters: 20_000, wordsToMention: 100 },
  { name: '40 texts of 200 kB, many mentions', count: 40, characters: 200_000, wordsToMention: 20 },
  { name: '1,000 texts of 2 kB', count: 1_000, characters: 2_000, wordsToMention: 100 },
  { name: '40 of 200 kB, after all others', count: 40, characters: 200_000, wordsToMention: 20 },
]
const singles = 20
/** Of 2 kB each, while another caller waits. */
const meanwhile = 1_000

/** Many uploads with one tracker: how many become ready a second, the processor time of each, and how soon a single one is a mention. */
export async function bulk(print: Print, postgres: Postgres): Promise<void> {
  for (const kind of ['embedded', 'postgresql'] as const) {
    const url = kind === 'postgresql' ? await postgres.createDatabase() : undefined
    await using desk = await startInstallation(url)
    const used = await processorTimes(desk, url !== undefined)
    const { id: projectId } = await desk.client.call(createProject, { name: 'Reviews' })
    const phrase = { text: phrases[0]!, match: 'stem' as const }
    await desk.client.call(createTracker, { projectId, name: 'Slow', phrases: [phrase] })
    const speech = new Speech(4)
    print(`${kind}: uploads by 8 callers with one tracker, until all are ready`)
    await uploadAll(
      desk,
      projectId,
      Array.from({ length: 40 }, () => speech.text(2_000, 1)),
    )
    for (const { name, count, characters, wordsToMention } of loads) {
      const texts = Array.from({ length: count }, () => speech.text(characters, 1, wordsToMention))
      const before = await used()
      const ms = await timeOf(() => uploadAll(desk, projectId, texts))
      const [server, database] = (await used()).map((now, n) => (now - before[n]!) / count)
      const ofDatabase = database === undefined ? '' : ` and ${database.toFixed(1)} ms of PostgreSQL`
      print(
        `  ${name.padEnd(36)}${((1000 * count) / ms).toFixed(1).padStart(7)} sources/s, ${server!.toFixed(1)} ms of processor time each${ofDatabase}`,
      )
    }
    const times: number[] = []
    for (let n = 0; n < singles; n++) times.push(await timeOf(() => untilReady(desk, projectId, n)))
    await another(print, desk, projectId, () => speech.text(2_000, 1))
    print(`  a single sentence is ready, with its mention, after ${median(times).toFixed(0)} ms`)
  }
}

/** How long another caller waits while nothing happens, and while sources are uploaded and read. */
async function another(
  print: Print,
  desk: Installation,
  projectId: string,
  text: () => string,
): Promise<void> {
  const other = async () => {
    await wait(2)
    return timeOf(() => desk.client.call(getProject, { projectId }))
  }
  const texts = () => Array.from({ length: meanwhile }, text)
  await during(wait(1000), other)
  const waits = {
    'nothing happens': await during(wait(5000), other),
    'one caller uploads 1,000': await during(uploadAll(desk, projectId, texts(), 1), other),
    'eight callers do': await during(uploadAll(desk, projectId, texts()), other),
  }
  const figures = Object.entries(waits).map(
    ([when, [, times]]) => `${percentile(times, 0.99).toFixed(1)} ms while ${when}`,
  )
  print(`  another caller waits, 99th percentile: ${figures.join(', ')}`)
}

/** Returns how to get the processor time of the server with its processes, and of PostgreSQL. */
async function processorTimes({ node, pool }: Installation, isPostgres: boolean) {
  const pids = [node.pid]
  if (isPostgres) {
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    pids.push(await parentOf(rows[0]!.pid))
  }
  return () => Promise.all(pids.map(cpuMs))
}

async function untilReady({ client }: Installation, projectId: string, n: number): Promise<void> {
  const text = `Number ${n} of ${projectId} is about a slow delivery.`
  const { id: sourceId } = await client.call(createSource, { projectId, title: 'A sentence', text })
  while ((await client.call(getSource, { sourceId })).status !== 'ready');
}
