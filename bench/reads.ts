import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Installation, startInstallation } from './installation.ts'
import { callOf, median, type Print, rounds, sendAll } from './load.ts'
import { openPostgres } from './postgres.ts'
import { cpuMs, parentOf } from './reads/cpu.ts'

const [pairs, connections, patients, rowsAtOnce] = [15, 16, 40_000, 4000]
const patientId = (n: number) => `01900000-0000-7000-8003-${n.toString(16).padStart(12, '0')}`

const pageAfter = (n: number, limit: number) =>
  `/api/patients?limit=${limit}&cursor=${Buffer.from(patientId(n)).toString('base64url')}`

/** How many calls are measured at once, and of what. */
const kindsOfReads = [
  ['records, each another one', 2000, (n: number) => `/api/patients/${patientId(n % patients)}`],
  ['the same page of 50 patients', 500, () => pageAfter(patients, 50)],
  ['pages of 50 patients, each another one', 500, (n: number) => pageAfter((n * 50) % patients, 50)],
] as const
type PathOf = (n: number) => string

/**
 * What the access log adds to a call that shows patients, in processor time of node and database. Two nodes are measured in
 * turn, one of them without the log's code.
 */
export async function reads(print: Print): Promise<void> {
  await using postgres = await openPostgres({ fsync: true })
  for (const kind of ['postgresql', 'embedded'] as const) {
    const start = async (how: 'with' | 'without') =>
      startReader(kind === 'postgresql' ? await postgres.createDatabase() : undefined, how)
    await using without = await start('without')
    await using withLog = await start('with')
    for (const [name, calls, pathOf] of kindsOfReads) {
      const [before = [], after = []] = await rounds(
        pairs,
        [without, withLog].map((reader) => () => costOf(reader, calls, pathOf)),
        1,
      )
      const added = before.map((cost, n) => (after[n]! / cost - 1) * 100)
      print(
        `${kind}, ${name}: ${median(before).toFixed(0)} µs without, ${median(after).toFixed(0)} µs with;` +
          ` median of ${pairs} pairs: ${median(added).toFixed(1)} % more`,
      )
    }
    const { length } = await entriesOf(withLog)
    print(`${kind}: ${length.toLocaleString('en')} of the log’s newest entries read back`)
  }
}

interface Reader extends Installation {
  /** The number of the next call. */
  next: number
  /** The processes that serve a read. */
  pids: number[]
}

async function startReader(databaseUrl: string | undefined, how: 'with' | 'without'): Promise<Reader> {
  const installation = await startInstallation(databaseUrl, {
    command: [process.execPath, join(import.meta.dirname, 'reads', 'node.ts'), how],
    fill: async ({ pool }) => {
      for (let first = 0; first < patients; first += rowsAtOnce)
        await pool.query(
          `insert into patients (id, given_name, family_name, birth_date, phone)
           select ('01900000-0000-7000-8003-' || lpad(to_hex(n), 12, '0'))::uuid, 'Given' || n, 'Family' || n, '1970-01-01', '0123' || n
           from generate_series($1::int, $1 + ${rowsAtOnce} - 1) n`,
          [first],
        )
      await pool.query('vacuum analyze')
    },
  })
  const pids = [installation.node.pid]
  if (databaseUrl) {
    const { rows } = await installation.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    pids.push(await parentOf(rows[0]!.pid))
  }
  return { ...installation, next: 0, pids }
}

/** Returns the microseconds of processor time of a call, the writing of the log included. */
async function costOf(reader: Reader, calls: number, pathOf: PathOf): Promise<number> {
  const used = async () => (await Promise.all(reader.pids.map(cpuMs))).reduce((sum, ms) => sum + ms, 0)
  let left = calls
  const begun = await used()
  const next = () => (left-- > 0 ? callOf(pathOf(reader.next++), reader.token) : undefined)
  const refused: number[] = []
  await sendAll(reader.url, next, (_, status) => status !== 200 && refused.push(status), connections)
  if (refused.length > 0) throw new Error(`Reads were refused: ${refused.slice(0, 5).join(', ')}`)
  // The log is written at most a second later.
  await wait(1200)
  return (((await used()) - begun) / calls) * 1000
}

async function entriesOf({ url, token }: Reader): Promise<object[]> {
  const response = await fetch(`${url}/api/access-log?limit=200`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await response.json()) as { data: object[] }).data
}
