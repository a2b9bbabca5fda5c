import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { updatePatient } from '#contract'
import { implement, Refusal } from '#platform'
import { recordChanges } from './changes.ts'
import { refuseNameless, toColumns } from './fields.ts'
import { completed, refuseRepeated, writeIdentifiers } from './identifiers.ts'
import { patientMerged, patientNotFound } from './live.ts'
import { patients, toPatient } from './patient-rows.ts'

export const update = implement(
  updatePatient,
  async ({ tx, actor, params: { patientId: id }, body: { version, identifiers, ...fields } }) => {
    if (identifiers) refuseRepeated(identifiers)
    // Waits for concurrent merges and edits.
    await tx.selectFrom('patients').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const before = await patients(tx).where('patients.id', '=', id).executeTakeFirst()
    if (!before) throw patientNotFound()
    if (before.mergedInto) throw await patientMerged(tx, id)
    if (version !== undefined && version !== before.version) throw new Refusal('stale_version')
    const columns = toColumns(fields)
    const wanted = { ...before, ...columns, ...(identifiers && { identifiers: identifiers.map(completed) }) }
    refuseNameless(wanted)
    if (isDeepStrictEqual(wanted, before)) return toPatient(before)

    if (identifiers) await writeIdentifiers(tx, new Map([[id, identifiers]]))
    await tx
      .updateTable('patients')
      .set({ ...columns, version: before.version + 1, updatedAt: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
    const updated = toPatient(await patients(tx).where('patients.id', '=', id).executeTakeFirstOrThrow())
    await recordChanges(tx, actor, { kind: 'update' }, [[toPatient(before), updated]])
    return updated
  },
)
