import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import type { Client } from '#client'
import { listDuplicates, listDuplicatesOf, listProjects, searchDuplicates } from '#contract'
import type { Postgres } from '../server/testing/postgres.ts'
import { random } from '../server/testing/random.ts'
import { clinic, type Recorded } from './duplicates/clinic.ts'
import { heldOut, tuned } from './duplicates/hard-names.ts'
import { hardSet } from './duplicates/hard-set.ts'
import { store } from './duplicates/store.ts'
import { startInstallation } from './installation.ts'
import { during, median, type Print, percentile, timeOf } from './load.ts'
import { openPostgres } from './postgres.ts'

const seed = 20_240_229
const sizes = [10_000, 100_000]
const askedForOne = 300

/** Pairs of each kind in each part of the hard set. */
const pairsOfKind = 80

/**
 * How well and how fast the server finds duplicates: compares the pairs that a search lists with the truth.
 * @param options.febrl a folder with dataset1.csv and dataset3.csv, made by FEBRL, and perhaps dataset4a.csv and dataset4b.csv
 */
export async function duplicates(print: Print, { febrl }: { febrl?: string | undefined }): Promise<void> {
  await using postgres = await openPostgres()
  for (const [name, ...files] of febrl ? febrlSets : []) {
    const paths = files.map((file) => join(febrl!, file))
    if (!paths.every((path) => existsSync(path))) continue
    const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
    await measure(postgres, texts.flatMap(readFebrl), name!, print)
  }
  for (const [name, stock, seed] of hardParts) {
    const pairs = hardSet(stock, seed, pairsOfKind)
    const ofOne = pairs.filter(({ same }) => same).length
    print(`hard set, ${name}: ${ofOne} pairs of one person and ${pairs.length - ofOne} of two people`)
    const found = await measure(
      postgres,
      pairs.flatMap(({ records }) => records),
      `hard set, ${name}`,
      print,
    )
    for (const line of calibration(found)) print(`  ${line}`)
  }
  for (const size of sizes)
    await measure(postgres, clinic(size, seed), `${size.toLocaleString('en')} made up`, print)
}

const febrlSets = [
  ['febrl1', 'dataset1.csv'],
  ['febrl3', 'dataset3.csv'],
  ['febrl4', 'dataset4a.csv', 'dataset4b.csv'],
]
/** Weights were set with the first part only. */
const hardParts = [
  ['tuned', tuned, 1],
  ['held out', heldOut, 2],
] as const

interface Found {
  score: number
  isSame: boolean
}

async function measure(
  postgres: Postgres,
  records: Recorded[],
  name: string,
  print: Print,
): Promise<Found[]> {
  await using installation = await startInstallation(await postgres.createDatabase())
  const { client, pool } = installation
  const ids = await store(pool, records)
  const alone = await latencies(client)
  await client.call(searchDuplicates)
  const [seconds, latenciesMeanwhile] = await during(searched(client), () => latencies(client))
  const others = latenciesMeanwhile.flat()
  const personOf = new Map(ids.map((id, n) => [id, records[n]!.person]))
  const found = (await listed(client)).map(({ ids: [a, b], score }) => ({
    score,
    isSame: personOf.get(a!) === personOf.get(b!),
  }))
  const truth = truePairs(records)
  print(
    `${name.padEnd(18)}  ${accuracy(found, truth)}  score of at least 0.5: ${accuracy(
      found.filter(({ score }) => score >= 0.5),
      truth,
    )}`,
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
  return found
}

function accuracy(found: Found[], truth: number): string {
  const right = found.filter(({ isSame }) => isSame).length
  return `recall ${(right / truth).toFixed(4)}  precision ${(right / found.length).toFixed(4)}  (${found.length} pairs, ${truth} true)`
}

/** Returns the share of pairs of one person in each tenth of the scores. */
function* calibration(found: Found[]): Generator<string> {
  for (let tenth = 9; tenth >= 0; tenth--) {
    const [from, to] = [tenth / 10, (tenth + 1) / 10]
    const pairs = found.filter(({ score }) => score >= from && (score < to || tenth === 9))
    const right = pairs.filter(({ isSame }) => isSame).length
    const share = pairs.length > 0 ? (right / pairs.length).toFixed(2) : '-'
    yield `${from.toFixed(1)} to ${to.toFixed(1)}: ${share.padStart(4)} of ${pairs.length} pairs are one person`
  }
  const highest = Math.max(0, ...found.filter(({ isSame }) => !isSame).map(({ score }) => score))
  yield `highest score of two people: ${highest.toFixed(4)}`
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

async function listed(client: Client): Promise<{ ids: string[]; score: number }[]> {
  const pairs: { ids: string[]; score: number }[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await client.call(listDuplicates, { limit: 200, ...(cursor && { cursor }) })
    pairs.push(...page.data.map(({ patients, score }) => ({ ids: patients.map(({ id }) => id), score })))
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
      sex: null,
      email: null,
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
