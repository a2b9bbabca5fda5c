import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { createImport, getImport } from '#contract'
import { clinic, type Recorded } from './duplicates/clinic.ts'
import { store } from './duplicates/store.ts'
import { startInstallation } from './installation.ts'
import type { Print } from './load.ts'
import { openPostgres } from './postgres.ts'

const sizes = [10_000, 100_000, 300_000]
const imported = 5000
const seed = 20_240_229
/** PostgreSQL's sessions report what they read when they have been idle for so long. */
const reportedAfterMs = 10_000
const columns = {
  'given name': 'givenName',
  'family name': 'familyName',
  'birth date': 'birthDate',
  phone: 'phone',
  address: 'line',
  city: 'city',
  'postal code': 'postalCode',
  'identifier:insurance': 'identifier',
} as const satisfies Record<string, keyof Recorded>

/** How fast patients are imported into clinics of these sizes, and how many blocks of 8 kB each row reads. */
export async function imports(print: Print): Promise<void> {
  await using postgres = await openPostgres()
  for (const size of sizes) {
    await using installation = await startInstallation(await postgres.createDatabase())
    const { client, pool } = installation
    const people = clinic(size + imported, seed)
    await store(pool, people.slice(0, size))
    const rows = people
      .slice(size)
      .map((person, n) => [n, ...Object.values(columns).map((field) => person[field] ?? '')].join(','))
    const file = new File([[['id', ...Object.keys(columns)].join(','), ...rows].join('\n')], 'patients.csv')
    const before = await blocksOf(pool)
    const since = performance.now()
    const { id: importId } = await client.call(createImport, { kind: 'patients', file })
    for (;;) {
      const { finishedAt, counts } = await client.call(getImport, { importId })
      if (!finishedAt) {
        await wait(100)
        continue
      }
      const seconds = (performance.now() - since) / 1000
      const blocks = (await blocksOf(pool)) - before
      print(
        `${size.toLocaleString('en')} patients: ${(imported / seconds).toFixed(0)} rows a second, ${(blocks / imported).toFixed(0)} blocks a row, ${counts.flagged} flagged`,
      )
      break
    }
  }
}

async function blocksOf(pool: pg.Pool): Promise<number> {
  await wait(reportedAfterMs)
  const { rows } = await pool.query<{ blocks: number }>(
    `select (blks_hit + blks_read)::float8 as blocks from pg_stat_database where datname = current_database()`,
  )
  return rows[0]!.blocks
}
