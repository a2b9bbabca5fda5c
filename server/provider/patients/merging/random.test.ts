import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from '#client'
import type { Merge, Patient } from '#contract'
import { onPostgres } from '#testing'
import { lasting, records } from '../testing/records.ts'

/** The errors that concurrency may cause; those of the database are not among them. */
const refusals = ['patient_merged', 'merge_with_itself', 'undo_blocked', 'merge_undone']

const people = 5
const someone = fc.nat(people - 1)
/** Often the same record, so that its merges are undone in any order. */
const survivor = fc.oneof(fc.constant(0), someone)
const fieldChoices = fc.record(
  { phone: fc.constant('source' as const), address: fc.constant('source' as const) },
  { requiredKeys: [] },
)
const merging = fc.record({
  kind: fc.constant('merge' as const),
  source: someone,
  target: survivor,
  fieldChoices,
})
const undoing = fc.record({ kind: fc.constant('undo' as const), which: fc.nat(20) })
const visiting = fc.record({ kind: fc.constant('visit' as const), patient: someone })
const swapping = fc.tuple(someone, someone).map(([a, b]) => [
  { kind: 'merge' as const, source: a, target: b, fieldChoices: {} },
  { kind: 'merge' as const, source: b, target: a, fieldChoices: {} },
])
const one = fc.oneof(
  { weight: 4, arbitrary: merging },
  { weight: 2, arbitrary: undoing },
  { weight: 1, arbitrary: visiting },
)
type Step = typeof one extends fc.Arbitrary<infer T> ? T : never
/** Rounds of simultaneous steps. */
const rounds: fc.Arbitrary<Step[][]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: one.map((step): Step[] => [step]) },
    { weight: 1, arbitrary: swapping },
    { weight: 2, arbitrary: fc.array(one, { minLength: 2, maxLength: 4 }) },
  ),
  { minLength: 4, maxLength: 10 },
)

onPostgres('any sequence of simultaneous merges and undos', (app) => {
  const { query, add, read, merge, undo, addVisits, visit } = records(app)

  before(addVisits)

  test('leaves each record with one live root and nothing on merged records, and can be undone completely', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (rounds) => {
        const patients = await newPatients()
        const before = await everything(patients)
        const done: Merge[] = []
        for (const round of rounds) {
          const ended = await Promise.allSettled(
            round.map((step) => take(step, patients, done, round.length === 1)),
          )
          for (const result of ended) if (result.status === 'rejected') throw result.reason
        }
        await assertForest(patients)

        // Simultaneous merges can be listed in another order.
        let undone: (Merge | undefined)[]
        do {
          undone = []
          for (const merged of done.toReversed()) undone.push(await allowed(() => undo(merged)))
        } while (undone.some((merged) => merged))
        await assertForest(patients)
        assert.deepEqual(await everything(patients), before)
      }),
      { seed: 1, numRuns: 6, endOnFailure: true },
    )
  })

  async function newPatients(): Promise<Patient[]> {
    const patients = await Promise.all(
      Array.from({ length: people }, (_, n) =>
        add({
          givenName: `Person ${n}`,
          ...(n % 2 && { phone: `123${n}`, sex: 'female' }),
          ...(n > 2 && { birthDate: `198${n}-01-01`, address: { city: `Town ${n}` } }),
          identifiers: [
            { system: 'own', value: `${n}` },
            { system: 'shared', value: `${n % 2}`, use: 'official' },
          ],
        }),
      ),
    )
    for (const patient of patients) await visit(patient, `of ${patient.givenName}`)
    return patients
  }

  async function take(step: Step, patients: Patient[], done: Merge[], alone: boolean): Promise<void> {
    if (step.kind === 'undo') {
      const merged = done[step.which % Math.max(done.length, 1)]
      if (merged) await allowed(() => undo(merged))
    } else if (step.kind === 'visit') {
      const patient = patients[step.patient]!
      // The foreign key does not allow rows of a merged record.
      await visit(patient, `later, of ${patient.givenName}`).catch((error) =>
        assert.equal(error.code, '23503'),
      )
    } else {
      const [source, target] = [patients[step.source]!, patients[step.target]!]
      const { fieldChoices } = step
      const preview = alone
        ? await allowed(() => merge(source, target, { fieldChoices, preview: true }))
        : undefined
      const merged = await allowed(() => merge(source, target, { fieldChoices }))
      if (merged) done.push(merged)
      if (alone) assert.deepEqual(comparable(preview), comparable(merged))
    }
  }

  async function allowed<T>(call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      assert.ok(refusals.includes(error.code), error.code)
      return undefined
    }
  }

  const comparable = (merged: Merge | undefined) =>
    merged && {
      ...merged,
      id: null,
      preview: true,
      mergedAt: null,
      survivor: { ...merged.survivor, updatedAt: '' },
      retired: { ...merged.retired, updatedAt: '' },
    }

  async function assertForest(patients: Patient[]): Promise<void> {
    const ids = patients.map(({ id }) => id)
    const roots = await query(
      `select p.id, root.id as root, root.merged_into from patients p left join patients root on root.id = patient_root(p.id)
       where p.id = any ($1)`,
      [ids],
    )
    assert.equal(roots.filter(({ root, merged_into }) => root && !merged_into).length, people)
    const rootOf = new Map(roots.map(({ id, root }) => [id, root]))
    const visits = await query('select patient_id, note from visits where patient_id = any ($1)', [ids])
    for (const { patient_id, note } of visits) {
      const made = patients.find(({ givenName }) => note.endsWith(`of ${givenName}`))!
      assert.equal(patient_id, rootOf.get(made.id), note)
    }
    const left = await query(
      `select i.id from patient_identifiers i join patients p on p.id = i.patient_id
       where p.merged_into is not null and p.id = any ($1) and not exists (
         select from patient_merges g join patient_merge_rows r on r.merge_id = g.id
         where g.source_id = p.id and g.undone_at is null and r.kind = 'kept_back' and r.key = array[i.id::text])`,
      [ids],
    )
    assert.deepEqual(left, [])
  }

  async function everything(patients: Patient[]) {
    const ids = patients.map(({ id }) => id)
    const rows = await query(
      `select to_jsonb(i) as row from patient_identifiers i where patient_id = any ($1)
       union all select to_jsonb(v) from visits v where patient_id = any ($1) and note not like 'later%'`,
      [ids],
    )
    const known = await Promise.all(ids.map(read))
    return [...known.map(lasting), rows.map(({ row }) => JSON.stringify(row)).sort()]
  }
})
