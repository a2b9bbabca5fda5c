import {
  createPatient,
  getMerge,
  getPatient,
  type Input,
  mergePatients,
  type Patient,
  undoMerge,
  updatePatient,
} from '#contract'
import { newId } from '#platform'
import type { TestApp } from '#testing'

type MergeOptions = Omit<Input<typeof mergePatients>, 'sourceId' | 'targetId'>
type Known = { id: string }

/** What tests of merging do, as an admin of the node that `app` gives. */
export function records(app: () => TestApp) {
  const admin = () => app().as('admin')
  const query = async (text: string, values: unknown[] = []) => (await app().db.pool.query(text, values)).rows
  return {
    query,
    add: (fields: Input<typeof createPatient>) => admin().call(createPatient, fields),
    read: (patientId: string) => admin().call(getPatient, { patientId }),
    update: ({ id: patientId }: Known, fields: Omit<Input<typeof updatePatient>, 'patientId'>) =>
      admin().call(updatePatient, { patientId, ...fields }),
    merge: (source: Known, target: Known, options: MergeOptions = {}) =>
      admin().call(mergePatients, { sourceId: source.id, targetId: target.id, ...options }),
    undo: (merged: { id: string | null }) => admin().call(undoMerge, { mergeId: merged.id ?? '' }),
    getMerge: (merged: { id: string | null }) => admin().call(getMerge, { mergeId: merged.id ?? '' }),

    /** Adds a table that no code knows of: visits, of live records only. */
    addVisits: () =>
      query(`create table visits (
        id uuid primary key, patient_id uuid not null references patients (live_id), note text)`),
    /** @returns the id of a new visit */
    async visit(patient: Known, note: string): Promise<string> {
      const id = newId()
      await query('insert into visits (id, patient_id, note) values ($1, $2, $3)', [id, patient.id, note])
      return id
    },
    visitsOf: async (patient: Known): Promise<string[]> =>
      (await query('select note from visits where patient_id = $1 order by note', [patient.id])).map(
        ({ note }) => note,
      ),
  }
}

/** A record without what every change of it changes. */
export const lasting = (patient: Patient): Patient => ({ ...patient, version: 0, updatedAt: '' })
