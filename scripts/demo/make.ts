// Plays the story of the demo's clinic, from its first day some four months ago to now, on a node of its own:
//
//   DATA_DIR=... BASE_URL=... node --import ./scripts/demo/clock.ts scripts/demo/make.ts
//
// It writes one line, what to show afterwards, as JSON.
import { startApp } from '#app'
import { readConfig } from '#config'
import { turnClockTo } from './clock.ts'
import { findingOut } from './findings.ts'
import { invoicing } from './invoices.ts'
import { lifeOfKeys } from './keys.ts'
import { settingUp } from './organisation.ts'
import { recordingPatients } from './patients.ts'
import { comingAndGoing, createCast, type Told } from './people.ts'
import { gatheringSources } from './sources.ts'
import { keepingStock } from './stock.ts'

const { DATA_DIR, BASE_URL = '' } = process.env
const config = readConfig({ DATA_DIR, BASE_URL, PORT: '0', LOG_LEVEL: 'error' })
const beginning = Date.now() - 121 * 86_400_000
turnClockTo(beginning)
const app = await startApp(config)
const cast = createCast(app.address, BASE_URL)

/** Of patients, items, locations and projects. */
const ids = new Map<string, string>()
const told: Told = { invitation: '', recoveryCodes: [] }
const scenes = [
  ...comingAndGoing(cast, told),
  ...settingUp(cast),
  ...lifeOfKeys(cast),
  ...recordingPatients(cast, ids),
  ...keepingStock(cast, ids),
  ...invoicing(cast, ids),
  ...gatheringSources(cast, ids),
  ...findingOut(cast, ids),
].sort((one, other) => one.at - other.at)

for (const { at, play } of scenes) {
  // Never back: what takes a moment must not be followed by something earlier.
  turnClockTo(Math.max(at, Date.now()))
  await play()
}
await app.stop(0)
console.log(JSON.stringify(told))
