import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import type pg from 'pg'
import type { Client } from '#client'
import { listDuplicates, listDuplicatesOf, listProjects, searchDuplicates } from '#contract'
import { newId } from '#platform'
import type { Postgres } from '../server/testing/postgres.ts'
import { random } from '../server/testing/random.ts'
import { clinic, type Recorded } from './clinic.ts'
import { startInstallation } from './installation.ts'
import { during, median, type Print, percentile, timeOf } from './load.ts'
import { openPostgres } from './postgres.ts'

const seed = 20_240_229
const sizes = [10_000, 100_000]
const askedForOne = 300

/**
 * How well and how fast the server finds duplicates: compares the pairs that a search lists with the truth.
 * @param options.febrl a folder with dataset1.csv and dataset3.csv, made by FEBRL
 */
export async function duplicates(print: Print, { febrl }: { febrl?: string | undefined }): Promise<void> {
  await using postgres = await openPostgres()
  for (const name of febrl ? ['dataset1.csv', 'dataset3.csv'] : [])
    await measure(postgres, readFebrl(await readFile(join(febrl!, name), 'utf8')), name, print)
  for (const size of sizes)
    await measure(postgres, clinic(size, seed), `${size.toLocaleString('en')} made up`, print)
}

async function measure(postgres: Postgres, records: Recorded[], name: string, print: Print): Promise<void> {
  await using installation = await startInstallation(await postgres.createDatabase())
  const { client, pool } = installation
  const ids = await store(pool, records)
  const alone = await latencies(client)
  await client.call(searchDuplicates)
  const [seconds, latenciesMeanwhile] = await during(searched(client), () => latencies(client))
  const others = latenciesMeanwhile.flat()
  const pairs = await listed(client)
  const personOf = new Map(ids.map((id, n) => [id, records[n]!.person]))
  const right = pairs.filter(([a, b]) => personOf.get(a!) === personOf.get(b!)).length
  print(
    `${name.padEnd(16)}  recall ${(right / truePairs(records)).toFixed(4)}  precision ${(right / pairs.length).toFixed(4)}` +
      `  (${pairs.length} pairs, ${truePairs(records)} true)`,
  )
  const next = random(seed)
  const times: number[] = []
  for (let n = 0; n < askedForOne; n++) {
    const patientId = ids[Math.floor(next() * ids.length)]!
    times.push(await timeOf(() => client.call(listDuplicatesOf, { patientId })))
  }
  print(
    `  one: median ${median(times).toFixed(1)} ms, 95th percentile ${percentile(times, 0.95).toFixed(1)} ms` +
      `  everyone: ${seconds.toFixed(1)} s, 99th percentile of others ${percentile(others, 0.99).toFixed(1)} ms` +
      ` meanwhile and ${percentile(alone, 0.99).toFixed(1)} ms before`,
  )
}

/** Writes the records to the tables, and returns their ids in the same order. */
async function store(pool: pg.Pool, records: Recorded[]): Promise<string[]> {
  const rows = records.map((record) => ({ ...record, id: newId() }))
  for (let from = 0; from < rows.length; from += 5000) {
    await pool.query(
      `with given as (
        select * from jsonb_to_recordset($1) as record (id uuid, "givenName" text, "familyName" text, "birthDate" date,
          phone text, line text, city text, "postalCode" text, identifier text)
      ), added as (
        insert into patients (id, given_name, family_name, birth_date, phone, address_line, city, postal_code)
        select id, "givenName", "familyName", "birthDate", phone, line, city, "postalCode" from given
      ) insert into patient_identifiers (id, patient_id, position, system, value, use)
      select gen_random_uuid(), id, 0, 'insurance', identifier, 'official' from given where identifier is not null`,
      [JSON.stringify(rows.slice(from, from + 5000))],
    )
  }
  await pool.query('vacuum analyze')
  return rows.map(({ id }) => id)
}

/** Returns the seconds from the request for the search to its end. */
async function searched(client: Client): Promise<number> {
  for (;;) {
    const { search } = await client.call(listDuplicates, { limit: 1 })
    if (search?.finishedAt && search.status === 'done')
      return (Date.parse(search.finishedAt) - Date.parse(search.requestedAt)) / 1000
    if (search?.status === 'failed') throw new Error('The search failed')
    await wait(200)
  }
}

/** Returns how long calls took that were due twenty times a second for four seconds, however slow the responses. */
function latencies(client: Client): Promise<number[]> {
  const begun = performance.now()
  const calls = Array.from({ length: 80 }, async (_, n) => {
    const due = begun + n * 50
    await wait(Math.max(0, due - performance.now()))
    await client.call(listProjects)
    return performance.now() - due
  })
  return Promise.all(calls)
}

async function listed(client: Client): Promise<string[][]> {
  const pairs: string[][] = []
  for (let cursor: string | undefined; ; ) {
    const page = await client.call(listDuplicates, { limit: 200, ...(cursor && { cursor }) })
    pairs.push(...page.data.map(({ patients }) => patients.map(({ id }) => id)))
    if (page.nextCursor === null) return pairs
    cursor = page.nextCursor
  }
}

function truePairs(records: Recorded[]): number {
  const counts = new Map<string, number>()
  for (const { person } of records) counts.set(person, (counts.get(person) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0)
}

/** Reads FEBRL's records, `rec-N-org` and `rec-N-dup-K` of one person. Leaves out impossible dates. */
function readFebrl(csv: string): Recorded[] {
  const rows: Record<string, string>[] = parse(csv, { columns: true, trim: true })
  return rows.map((row) => {
    const of = (column: string) => row[column] || null
    const line = [of('street_number'), of('address_1'), of('address_2')].filter(Boolean).join(' ')
    return {
      person: of('rec_id')!.split('-')[1]!,
      givenName: of('given_name'),
      familyName: of('surname') ?? (of('given_name') ? null : '-'),
      birthDate: dateOf(of('date_of_birth')),
      identifier: of('soc_sec_id'),
      phone: null,
      line: line || null,
      city: of('suburb'),
      postalCode: of('postcode'),
    }
  })
}

function dateOf(digits: string | null): string | null {
  const date = digits?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  const time = Date.parse(`${date}T00:00:00Z`)
  return date && !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : null
}
