import {
  createPatient,
  listDuplicates,
  markNotDuplicates,
  mergePatients,
  searchDuplicates,
  undoMerge,
  updatePatient,
} from '#contract'
import { generated, remarkable } from './patient-records.ts'
import type { Cast } from './people.ts'
import { daysAgo, minutesAgo, type Scene } from './scene.ts'
import { until } from './until.ts'

/** Some sixty patients, a few of whom were recorded twice. `ids` is filled as they are recorded. */
export function recordingPatients({ as }: Cast, ids: Map<string, string>): Scene[] {
  const idOf = (key: string) => ids.get(key) ?? ''
  const merge = async (retired: string, survivor: string, reason: string) =>
    (await as('clara')).call(mergePatients, { sourceId: idOf(retired), targetId: idOf(survivor), reason })
  const different = async (one: string, other: string) =>
    (await as('sofia')).call(markNotDuplicates, { patientIds: [idOf(one), idOf(other)] })
  let mistake = ''

  return [
    ...[...generated(), ...remarkable].map(({ key, days, ...record }, index) => ({
      at: daysAgo(days, `09:${String(10 + (index % 45)).padStart(2, '0')}`),
      async play() {
        ids.set(key, (await (await as(index % 3 ? 'sofia' : 'tomasz')).call(createPatient, record)).id)
      },
    })),
    {
      at: daysAgo(58, '10:40'),
      play: async () =>
        (await as('sofia')).call(updatePatient, { patientId: idOf('brandt'), phone: '+49 30 23125 744' }),
    },
    {
      at: daysAgo(33, '14:00'),
      async play() {
        mistake = (await merge('krueger jr', 'krueger', 'Same name and address')).id ?? ''
      },
    },
    {
      at: daysAgo(32, '08:50'),
      async play() {
        await (await as('clara')).call(undoMerge, { mergeId: mistake })
        await different('krueger', 'krueger jr')
      },
    },
    { at: daysAgo(21, '13:15'), play: () => different('lea', 'lena') },
    {
      at: daysAgo(20, '11:30'),
      play: () => merge('brand', 'brandt', 'Recorded twice: the insurance card was misread'),
    },
    {
      at: minutesAgo(40),
      async play() {
        const sofia = await as('sofia')
        await sofia.call(searchDuplicates)
        await until(async () => (await sofia.call(listDuplicates)).search?.status === 'done')
      },
    },
  ]
}
