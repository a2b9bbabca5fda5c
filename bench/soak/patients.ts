import {
  createPatient,
  getMerge,
  getPatient,
  listDuplicates,
  listDuplicatesOf,
  listMerges,
  listNotDuplicates,
  listPatients,
  markNotDuplicates,
  mergePatients,
  searchDuplicates,
  undoMerge,
  unmarkNotDuplicates,
  updatePatient,
} from '#contract'
import { isDone } from './caller.ts'
import { type Flow, givenNames, pick, random, Shelf, type World } from './world.ts'

/** Patients from record to merge and back. */
export function patientFlows({ caller: { call }, effects, who }: World): Flow[] {
  const patients = new Shelf<string>()
  /** Those whose town is changed, and who are never merged. */
  const settled = new Shelf<string>(30)
  const merges = new Shelf<{ id: string; reason: string; source: string; target: string }>()
  const marks = new Shelf<string>()

  async function add(): Promise<string | undefined> {
    const familyName = effects.newMark('patient')
    const identifiers = [{ system: 'clinic', value: String(random(500)) }]
    const birthDate = `19${10 + random(80)}-0${1 + random(9)}-1${random(10)}`
    const body = { givenName: pick(givenNames), familyName, birthDate, identifiers }
    const added = await call(createPatient, body, who(createPatient))
    effects.made('patient', familyName, added)
    return added.kind === 'done' ? added.result.id : undefined
  }

  return [
    {
      weight: 4,
      async run() {
        const id = await add()
        if (id) (Math.random() < 0.2 ? settled : patients).put(id)
      },
    },
    {
      weight: 3,
      async run() {
        const patientId = settled.take()
        if (!patientId) return
        const city = effects.newMark('town')
        const { kind } = await call(updatePatient, { patientId, address: { city } }, who(updatePatient))
        if (kind !== 'refused')
          effects.setField('select city from patients where id = $1', [patientId], city, kind === 'done')
        settled.put(patientId)
      },
    },
    {
      weight: 4,
      async run() {
        const patientId = patients.any()
        if (patientId) await call(pick([getPatient, listDuplicatesOf]), { patientId }, who(getPatient))
        await call(listPatients, { q: pick(givenNames) }, who(listPatients))
      },
    },
    {
      weight: 1,
      run: async () =>
        void (await call(pick([listMerges, listNotDuplicates, listDuplicates]), {}, who(listMerges))),
    },
    { weight: 0.1, run: async () => void (await call(searchDuplicates, {}, who(searchDuplicates))) },
    {
      weight: 2,
      async run() {
        const [source, target] = [patients.take(), patients.take()]
        if (!source || !target) return
        const reason = effects.newMark('merge')
        await call(mergePatients, { sourceId: source, targetId: target, preview: true }, who(mergePatients))
        const merged = await call(
          mergePatients,
          { sourceId: source, targetId: target, reason },
          who(mergePatients),
        )
        effects.made('merge', reason, merged)
        if (merged.kind === 'done') merges.put({ id: merged.result.id ?? '', reason, source, target })
        if (merged.kind !== 'unknown') patients.put(target)
        if (merged.kind === 'refused') patients.put(source)
      },
    },
    {
      weight: 1,
      async run() {
        const merge = merges.take()
        if (!merge) return
        const { id: mergeId, reason, source } = merge
        await call(getMerge, { mergeId }, who(getMerge))
        const undone = await call(undoMerge, { mergeId }, who(undoMerge))
        if (undone.kind !== 'refused') effects.gone('merge', reason, undone)
        if (isDone(undone)) patients.put(source)
      },
    },
    {
      weight: 0.5,
      async run() {
        const [one, other] = [await add(), await add()]
        if (!one || !other) return
        const marked = await call(markNotDuplicates, { patientIds: [one, other] }, who(markNotDuplicates))
        if (marked.kind !== 'done') return
        effects.set('mark', marked.result.id, 'answered')
        if (
          (
            await call(mergePatients, { sourceId: one, targetId: other }, who(mergePatients), {
              wanted: 'not_duplicates',
            })
          ).kind === 'done'
        )
          throw new Error('What is marked as different was merged')
        // Now others may remove it.
        marks.put(marked.result.id)
      },
    },
    {
      weight: 0.3,
      async run() {
        const notDuplicatesId = marks.take()
        if (!notDuplicatesId) return
        const unmarked = await call(unmarkNotDuplicates, { notDuplicatesId }, who(unmarkNotDuplicates))
        effects.gone('mark', notDuplicatesId, unmarked)
      },
    },
  ]
}
