import * as api from '#contract'
import { newId } from '#platform'
import type { TestApp } from '#testing'

type MergeOptions = Omit<api.Input<typeof api.mergePatients>, 'sourceId' | 'targetId'>
type Known = { id: string }

/** Actions of merging tests, as an admin. */
export function records(app: () => TestApp) {
  const admin = () => app().as('admin')
  const query = async (text: string, values: unknown[] = []) => (await app().db.pool.query(text, values)).rows
  return {
    query,
    add: (fields: api.Input<typeof api.createPatient>) => admin().call(api.createPatient, fields),
    read: (patientId: string) => admin().call(api.getPatient, { patientId }),
    update: ({ id: patientId }: Known, fields: Omit<api.Input<typeof api.updatePatient>, 'patientId'>) =>
      admin().call(api.updatePatient, { patientId, ...fields }),
    merge: (source: Known, target: Known, options: MergeOptions = {}) =>
      admin().call(api.mergePatients, { sourceId: source.id, targetId: target.id, ...options }),
    undo: (merged: { id: string | null }) => admin().call(api.undoMerge, { mergeId: merged.id ?? '' }),
    getMerge: (merged: { id: string | null }) => admin().call(api.getMerge, { mergeId: merged.id ?? '' }),

    /** Creates a table that the code does not know: visits, of live records only. */
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

/** Returns a record without the fields that every change changes. */
export const lasting = (patient: api.Patient): api.Patient => ({ ...patient, version: 0, updatedAt: '' })
