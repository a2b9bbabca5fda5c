import { searchRecords } from '#contract'
import { random } from '../server/testing/random.ts'
import { clinic } from './duplicates/clinic.ts'
import { store } from './duplicates/store.ts'
import { startInstallation } from './installation.ts'
import { median, type Print, percentile, timeOf } from './load.ts'
import { openPostgres } from './postgres.ts'

const seed = 20_240_229
const sizes = [10_000, 100_000]
const each = 100

/** What people type to find a patient. */
const typed: Record<string, (given: string, family: string) => string> = {
  'given and family name': (given, family) => `${given} ${family}`,
  'family name': (_, family) => family,
  'first four letters': (_, family) => family.slice(0, 4),
  'two letters swapped': (_, family) => family.replace(/^(.)(.)(.)/, '$1$3$2'),
}

/** How long the search over all records takes, among so many patients. */
export async function search(print: Print): Promise<void> {
  await using postgres = await openPostgres()
  for (const size of sizes) {
    await using installation = await startInstallation(await postgres.createDatabase())
    const { client, pool } = installation
    const patients = clinic(size, seed)
    await store(pool, patients)
    const named = patients.flatMap(({ givenName, familyName }) =>
      givenName && familyName ? [{ givenName, familyName }] : [],
    )
    const next = random(seed)
    for (const [what, write] of Object.entries(typed)) {
      const times: number[] = []
      for (let n = 0; n < each; n++) {
        const { givenName, familyName } = named[Math.floor(next() * named.length)]!
        const q = write(givenName, familyName)
        times.push(await timeOf(() => client.call(searchRecords, { q })))
      }
      print(
        `${size.toLocaleString('en')} patients, ${what}: median ${median(times).toFixed(1)} ms,` +
          ` 95th percentile ${percentile(times, 0.95).toFixed(1)} ms`,
      )
    }
  }
}
