// Plays the story of the demo clinic on a node, from four months ago to now:
//
//   DATA_DIR=... BASE_URL=... node --import ./scripts/demo/clock.ts scripts/demo/make.ts
//
// It prints one line of JSON: the secrets to show afterwards.
import { startApp } from '#app'
import { readConfig } from '#config'
import { turnClockTo } from './clock.ts'
import { findMentions } from './findings.ts'
import { createInvoices } from './invoices.ts'
import { playKeys } from './keys.ts'
import { setUpOrganisation } from './organisation.ts'
import { recordPatients } from './patients.ts'
import { addUsers, createCast, type Secrets } from './people.ts'
import { addSources } from './sources.ts'
import { keepStock } from './stock.ts'

const { DATA_DIR, BASE_URL = '' } = process.env
const config = readConfig({ DATA_DIR, BASE_URL, PORT: '0', LOG_LEVEL: 'error' })
const beginning = Date.now() - 121 * 86_400_000
turnClockTo(beginning)
const app = await startApp(config)
const cast = createCast(app.address, BASE_URL)

/** Ids of patients, items, locations and projects by name. */
const ids = new Map<string, string>()
const secrets: Secrets = { invitation: '', recoveryCodes: [] }
const scenes = [
  ...addUsers(cast, secrets),
  ...setUpOrganisation(cast),
  ...playKeys(cast),
  ...recordPatients(cast, ids),
  ...keepStock(cast, ids),
  ...createInvoices(cast, ids),
  ...addSources(cast, ids),
  ...findMentions(cast, ids),
].sort((one, other) => one.at - other.at)

for (const { at, play } of scenes) {
  // The clock never goes back: a scene that took a moment must not be followed by an earlier one.
  turnClockTo(Math.max(at, Date.now()))
  await play()
}
await app.stop(0)
console.log(JSON.stringify(secrets))
