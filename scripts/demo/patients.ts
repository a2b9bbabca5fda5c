import * as api from '#contract'
import { until } from '../../server/testing/until.ts'
import { neighbours, type PatientRecord } from './neighbours.ts'
import type { Cast } from './people.ts'
import { readRecords } from './read-records.ts'
import { daysAgo, minutesAgo, type Scene, scene } from './scene.ts'

/** Creates some sixty patients, a few of them twice, and puts their ids into `ids`. */
export function recordPatients({ as }: Cast, ids: Map<string, string>): Scene[] {
  const idOf = (key: string) => ids.get(key) ?? ''
  const merge = async (merged: string, survivor: string, reason: string) =>
    (await as('clara')).call(api.mergePatients, { sourceId: idOf(merged), targetId: idOf(survivor), reason })
  const markDifferent = async (one: string, other: string) =>
    (await as('sofia')).call(api.markNotDuplicates, { patientIds: [idOf(one), idOf(other)] })
  let wrongMerge = ''

  return [
    ...[...neighbours(), ...readRecords<PatientRecord[]>('patients')].map(({ key, days, ...record }, index) =>
      scene(daysAgo(days, `09:${String(10 + (index % 45)).padStart(2, '0')}`), async () => {
        ids.set(key, (await (await as(index % 3 ? 'sofia' : 'tomasz')).call(api.createPatient, record)).id)
      }),
    ),
    scene(daysAgo(58, '10:40'), async () =>
      (await as('sofia')).call(api.updatePatient, { patientId: idOf('brandt'), phone: '+49 30 23125 744' }),
    ),
    scene(daysAgo(33, '14:00'), async () => {
      wrongMerge = (await merge('krueger jr', 'krueger', 'Same name and address')).id ?? ''
    }),
    scene(daysAgo(32, '08:50'), async () => {
      await (await as('clara')).call(api.undoMerge, { mergeId: wrongMerge })
      await markDifferent('krueger', 'krueger jr')
    }),
    scene(daysAgo(21, '13:15'), () => markDifferent('lea', 'lena')),
    scene(daysAgo(20, '11:30'), () =>
      merge('brand', 'brandt', 'Recorded twice: the insurance card was misread'),
    ),
    scene(daysAgo(2, '16:20'), async () => {
      const clara = await as('clara')
      const file = new File([formerPractice], 'former-practice.csv')
      const { id: importId } = await clara.call(api.createImport, { kind: 'patients', file, dryRun: true })
      await until(
        () => clara.call(api.getImport, { importId }),
        ({ status }) => status === 'done',
      )
    }),
    scene(minutesAgo(40), async () => {
      const sofia = await as('sofia')
      await sofia.call(api.searchDuplicates)
      await until(
        () => sofia.call(api.listDuplicates),
        ({ search }) => search?.status === 'done',
      )
    }),
  ]
}

/** The file of a practice that closes. A dry run shows a wrong date. */
const formerPractice = `Patient no.;Surname;First name;Born;Mobile
7001;Hoffmeister;Greta;1951-03-08;+49 170 5550101
7002;Aydin;Emre;1988-11-30;+49 170 5550102
7003;Vogelsang;Ute;31.06.1979;+49 170 5550103
`
