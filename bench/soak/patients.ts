import * as api from '#contract'
import { givenNames, pick, random, Shelf } from './random.ts'
import type { Flow, World } from './world.ts'

/** Patients, their merges and what is no duplicate. */
export function patientFlows({
  caller,
  effects,
  call,
  create,
  known,
  remove,
  result,
  set,
  who,
}: World): Flow[] {
  const patients = new Shelf<string>()
  /** Edited, and never merged. */
  const settled = new Shelf<{ id: string }>(30)
  const merges = new Shelf<{ id: string; reason: string; source: string }>()
  const marks = new Shelf<string>()

  async function add(): Promise<string | undefined> {
    const familyName = effects.newMark('patient')
    const identifiers = [{ system: 'clinic', value: String(random(500)) }]
    const birthDate = `19${10 + random(80)}-0${1 + random(9)}-1${random(10)}`
    const body = { givenName: pick(givenNames), familyName, birthDate, identifiers }
    const added = await create('patient', familyName, api.createPatient, body)
    if (added) known('patientId').put(added.id)
    return added?.id
  }

  async function register(): Promise<void> {
    const id = await add()
    if (!id) return
    if (Math.random() < 0.2) settled.put({ id })
    else patients.put(id)
  }

  const move = () =>
    set(settled, 'patients.city', api.updatePatient, (patientId, city) => ({ patientId, address: { city } }))

  async function merge(): Promise<void> {
    const [source, target] = [patients.take(), patients.take()]
    if (!source || !target) return
    const reason = effects.newMark('merge')
    const pair = { sourceId: source, targetId: target }
    await call(api.mergePatients, { ...pair, preview: true })
    const merged = await call(api.mergePatients, { ...pair, reason })
    effects.note('merge', reason, 'done', merged)
    if (merged.kind === 'done') {
      known('mergeId').put(merged.result.id ?? '')
      merges.put({ id: merged.result.id ?? '', reason, source })
    }
    if (merged.kind !== 'unknown') patients.put(target)
    if (merged.kind === 'refused') patients.put(source)
  }

  async function undo(): Promise<void> {
    const merge = merges.take()
    if (merge && (await remove('merge', merge.reason, api.undoMerge, { mergeId: merge.id })))
      patients.put(merge.source)
  }

  async function mark(): Promise<void> {
    const [one, other] = [await add(), await add()]
    if (!one || !other) return
    const marked = await result(api.markNotDuplicates, { patientIds: [one, other] })
    if (!marked) return
    effects.note('mark', marked.id, 'done')
    const pair = { sourceId: one, targetId: other }
    const wanted = 'not_duplicates'
    const merged = await caller.call(api.mergePatients, pair, who(api.mergePatients), { wanted })
    if (merged.kind === 'done') throw new Error('Patients marked as not duplicates were merged')
    // Only now may other callers remove it.
    marks.put(marked.id)
  }

  async function unmark(): Promise<void> {
    const notDuplicatesId = marks.take()
    if (notDuplicatesId) await remove('mark', notDuplicatesId, api.unmarkNotDuplicates, { notDuplicatesId })
  }

  return [
    [4, register],
    [3, move],
    [0.1, () => call(api.searchDuplicates, {})],
    [2, merge],
    [1, undo],
    [0.5, mark],
    [0.3, unmark],
  ]
}
