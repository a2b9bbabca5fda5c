import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Client, createClient } from '#client'
import { createApiKey, listDuplicates, listDuplicatesOf, searchDuplicates, setUp } from '#contract'
import { signInHeaders, startNodeProcess } from '#testing'
import { newId } from '../server/platform/ids.ts'
import { howToGetPostgres, type Postgres, startPostgres } from '../server/testing/postgres.ts'
import { clinic, type Recorded, random } from './clinic.ts'
import { callOf, latencies, median, percentile } from './load.ts'

const seed = 20_240_229
const sizes = [10_000, 100_000]
const askedForOne = 300

/**
 * How well and how fast duplicates are found, by the server itself: records are put into its database, a search is asked
 * for, and the pairs that it lists are held against the truth.
 * @param options.febrl a folder with dataset1.csv, dataset3.csv and the like, made by FEBRL
 */
export async function duplicates(
  print: (line: string) => void,
  { febrl }: { febrl?: string | undefined },
): Promise<void> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error(`This needs ${howToGetPostgres}`)
  try {
    for (const name of febrl ? ['dataset1.csv', 'dataset3.csv'] : []) {
      await measure(postgres, readFebrl(await readFile(join(febrl!, name), 'utf8')), name, print)
    }
    for (const size of sizes) {
      await measure(postgres, clinic(size, seed), `${size.toLocaleString('en')} made up`, print)
    }
  } finally {
    await postgres.stop()
  }
}

async function measure(
  postgres: Postgres,
  records: Recorded[],
  name: string,
  print: (line: string) => void,
): Promise<void> {
  const databaseUrl = await postgres.createDatabase()
  const node = await startNodeProcess({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'info', BASE_URL: '' })
  try {
    const { client, token } = await signIn(node.url)
    const ids = await store(databaseUrl, records)
    const list = () => latencies(node.url, () => callOf('/api/projects', token), 20, 4)
    const alone = await list()
    await client.call(searchDuplicates)
    const searching = searched(client)
    const others = await untilDone(searching, list)
    const seconds = await searching
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
      const asked = performance.now()
      await client.call(listDuplicatesOf, { patientId })
      times.push(performance.now() - asked)
    }
    print(
      `  one: median ${median(times).toFixed(1)} ms, 95th percentile ${percentile(times, 0.95).toFixed(1)} ms` +
        `  everyone: ${seconds.toFixed(1)} s, 99th percentile of others ${percentile(others, 0.99).toFixed(1)} ms` +
        ` meanwhile and ${percentile(alone, 0.99).toFixed(1)} ms before`,
    )
  } finally {
    await node.remove()
    await postgres.dropDatabase(databaseUrl)
  }
}

async function signIn(url: string): Promise<{ client: Client; token: string }> {
  const owner = { email: 'owner@aerie.test', password: 'a password for measuring' }
  await createClient({ baseUrl: url }).call(setUp, { name: 'Owner', ...owner })
  const { cookie } = await signInHeaders(url, owner.email, owner.password)
  const session = createClient({ baseUrl: url, headers: { cookie, origin: url } })
  const { token } = await session.call(createApiKey, { name: 'Measured' })
  return { client: createClient({ baseUrl: url, apiKey: token }), token }
}

/** Writes the records straight to the tables, and gives their ids in the same order. */
async function store(databaseUrl: string, records: Recorded[]): Promise<string[]> {
  const database = new pg.Client(databaseUrl)
  await database.connect()
  const ids = records.map(newId)
  for (let from = 0; from < records.length; from += 5000) {
    const some = records.slice(from, from + 5000)
    const column = (key: keyof Recorded) => some.map((record) => record[key])
    const someIds = ids.slice(from, from + 5000)
    await database.query(
      `insert into patients (id, given_name, family_name, birth_date, phone, address_line, city, postal_code)
       select * from unnest(
         $1::uuid[], $2::text[], $3::text[], $4::date[], $5::text[], $6::text[], $7::text[], $8::text[])`,
      [
        someIds,
        ...(['givenName', 'familyName', 'birthDate', 'phone', 'line', 'city', 'postalCode'] as const).map(
          column,
        ),
      ],
    )
    await database.query(
      `insert into patient_identifiers (id, patient_id, position, system, value, use)
       select id, patient_id, 0, 'insurance', value, 'official'
       from unnest($1::uuid[], $2::uuid[], $3::text[]) as given (id, patient_id, value) where value is not null`,
      [some.map(newId), someIds, column('identifier')],
    )
  }
  await database.query('vacuum analyze')
  await database.end()
  return ids
}

/** The seconds from asking for the search to its end. */
async function searched(client: Client): Promise<number> {
  for (;;) {
    const { search } = await client.call(listDuplicates, { limit: 1 })
    if (search?.finishedAt && search.status === 'done')
      return (Date.parse(search.finishedAt) - Date.parse(search.requestedAt)) / 1000
    if (search?.status === 'failed') throw new Error('The search failed')
    await wait(200)
  }
}

/** Measures again and again until the work is done. */
async function untilDone(work: Promise<unknown>, measured: () => Promise<number[]>): Promise<number[]> {
  let done = false
  const finished = work.finally(() => {
    done = true
  })
  const times: number[] = []
  while (!done) times.push(...(await measured()))
  await finished
  return times
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

/** FEBRL's records, `rec-N-org` and `rec-N-dup-K` of one person. Dates that no calendar has are left out. */
function readFebrl(csv: string): Recorded[] {
  const [header = [], ...rows] = csv
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell.trim()))
  return rows.map((row) => {
    const of = (column: string) => row[header.indexOf(column)] || null
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
