import { type Input, updateSecuritySettings, updateSettings } from '#contract'
import type { Cast, Who } from './people.ts'
import { readRecords } from './read-records.ts'
import { daysAgo, type Scene, scene } from './scene.ts'

interface Change {
  days: number
  time: string
  by: Who
  settings: Input<typeof updateSettings>
}

/** Sets the clinic's name, letterhead, tax rates and invoice numbers, and limits keys that some existing ones exceed. */
export const setUpOrganisation = ({ as, confirmed }: Cast): Scene[] => [
  ...readRecords<Change[]>('organisation').map(({ days, time, by, settings }) =>
    scene(daysAgo(days, time), async () => (await as(by)).call(updateSettings, settings)),
  ),
  scene(daysAgo(1, '10:15'), async () => {
    const admin = await confirmed('ravi')
    await admin.call(updateSecuritySettings, { maxKeyLifetimeDays: 365 })
  }),
]
