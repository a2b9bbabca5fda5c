import { createPatient } from '#contract'
import { implement, newId } from '#platform'
import { refuseNameless, toColumns } from './fields.ts'
import { refuseRepeated, writeIdentifiers } from './identifiers.ts'
import { patients, toPatient } from './rows.ts'

export const create = implement(createPatient, async ({ tx, body: { identifiers = [], ...fields } }) => {
  const columns = toColumns(fields)
  refuseNameless(columns)
  refuseRepeated(identifiers)
  const id = newId()
  await tx
    .insertInto('patients')
    .values({ id, ...columns })
    .execute()
  await writeIdentifiers(tx, id, identifiers)
  return toPatient(await patients(tx).where('patients.id', '=', id).executeTakeFirstOrThrow())
})
