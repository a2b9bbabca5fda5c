import { createPatient } from '#contract'
import { implement, newId } from '#platform'
import { recordChanges } from './changes.ts'
import { refuseNameless, toColumns } from './fields.ts'
import { refuseRepeated, writeIdentifiers } from './identifiers.ts'
import { patients, toPatient } from './patient-rows.ts'

export const create = implement(
  createPatient,
  async ({ tx, actor, body: { identifiers = [], ...fields } }) => {
    const columns = toColumns(fields)
    refuseNameless(columns)
    refuseRepeated(identifiers)
    const id = newId()
    await tx
      .insertInto('patients')
      .values({ id, ...columns })
      .execute()
    await writeIdentifiers(tx, new Map([[id, identifiers]]))
    const created = toPatient(await patients(tx).where('patients.id', '=', id).executeTakeFirstOrThrow())
    await recordChanges(tx, actor, { kind: 'create' }, [[null, created]])
    return created
  },
)
