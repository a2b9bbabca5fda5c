import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '#client'
import { createProject, createSource, getProject } from '#contract'
import type { Database } from '#database'
import { backUp, connected, finished, ownerOf, restoreAndVerify } from './back-up.ts'
import { startInstallation } from './installation.ts'
import { type Print, percentile, timeOf } from './load.ts'

const gigabyteInRows = 1000
const callers = 4

/**
 * The longest delay of a call while a gigabyte is backed up on the embedded database, and a drill: a backup a minute under
 * write load, each of which is restored and verified.
 */
export async function backups(print: Print, { minutes }: { minutes?: string | undefined }): Promise<void> {
  await largeDatabase(print)
  await drill(print, Number(minutes ?? 10))
}

async function largeDatabase(print: Print): Promise<void> {
  await using folder = await temporaryFolder()
  const settings = { BACKUP_TO: join(folder.path, 'backups') }
  await using desk = await startInstallation(undefined, { settings, fill: addGigabyte })
  const owner = await ownerOf(desk)
  await finished(owner)
  const load = await startLoad(desk.client)
  await wait(10_000)
  const idle = load.take()
  const begun = performance.now()
  const made = await backUp(owner)
  const seconds = (performance.now() - begun) / 1000
  const meanwhile = load.take()
  await load.end()
  print(`a backup of a database of 1 GB takes ${seconds.toFixed(0)} s and ${megabytes(made.bytes)}`)
  print(`  calls in the ten seconds before: ${delays(idle)}`)
  print(`  calls meanwhile: ${delays(meanwhile)}`)
}

async function addGigabyte({ pool }: Database): Promise<void> {
  await pool.query('create table filler (id bigint generated always as identity primary key, content text)')
  for (let n = 0; n < gigabyteInRows; n++) {
    await pool.query(
      `insert into filler (content)
       select (select string_agg(md5(random()::text || n || m), '') from generate_series(1, 9) m)
       from generate_series(1, 3000) n`,
    )
  }
}

async function drill(print: Print, minutes: number): Promise<void> {
  await using folder = await temporaryFolder()
  const to = join(folder.path, 'backups')
  await using desk = await startInstallation(undefined, { settings: { BACKUP_TO: to }, fill: removeKeys })
  const owner = await ownerOf(desk)
  await finished(owner)
  const load = await startLoad(owner)
  const begun = performance.now()
  try {
    for (let minute = 1; minute <= minutes; minute++) {
      const next = wait(60_000)
      const known = [...load.created]
      const made = await backUp(owner)
      await restoreAndVerify(
        join(to, made.name ?? ''),
        join(folder.path, `restored-${minute}`),
        async (pool) => {
          const sql = 'select count(*)::int as found from sources where id = any ($1)'
          const { rows } = await pool.query<{ found: number }>(sql, [known])
          assert.equal(rows[0]?.found, known.length)
        },
      )
      await next
    }
  } finally {
    await load.end()
  }
  const taken = ((performance.now() - begun) / 60_000).toFixed(0)
  print(
    `${minutes} backups in ${taken} minutes, each restored and verified, with all records confirmed before it (${load.created.length} at the end)`,
  )
  print(`  calls meanwhile: ${delays(load.take())}`)
}

/** The audit log does not have the key of the measurements, which `verify` would report. */
const removeKeys = async ({ pool }: Database) => void (await pool.query('delete from api_keys'))

/** Callers that upload a text and read a project, again and again. */
async function startLoad(client: Client) {
  const { id: projectId } = await client.call(createProject, { name: 'Load' })
  const created: string[] = []
  const times: number[] = []
  let ended = false
  const work = Array.from({ length: callers }, async (_, caller) => {
    for (let n = 0; !ended; n++) {
      const title = `${caller}.${n}`
      times.push(
        await timeOf(async () => {
          const text = `Text ${title}. `.repeat(50)
          const { id } = await connected(() => client.call(createSource, { projectId, title, text }))
          created.push(id)
        }),
        await timeOf(() => connected(() => client.call(getProject, { projectId }))),
      )
      await wait(50)
    }
  })
  return {
    /** The ids of the confirmed sources. */
    created,
    /** Returns how long calls took, in milliseconds, since it was last asked. */
    take: () => times.splice(0),
    async end() {
      ended = true
      await Promise.all(work)
    },
  }
}

async function temporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'aerie-bench-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

const delays = (times: number[]): string =>
  `99th ${percentile(times, 0.99).toFixed(0)} ms, longest ${times.reduce((most, time) => Math.max(most, time), 0).toFixed(0)} ms, ${times.length} calls`

const megabytes = (bytes: number | null): string => `${((bytes ?? 0) / 1e6).toFixed(0)} MB`
