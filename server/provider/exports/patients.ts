import { patients, toPatient } from '../patients/rows.ts'
import { ofRecords } from './kind.ts'

/** Live records. Those merged into others are in them. */
export const exportedPatients = ofRecords(
  [
    'externalId',
    'givenName',
    'familyName',
    'birthDate',
    'sex',
    'phone',
    'email',
    'addressLine',
    'city',
    'region',
    'postalCode',
    'country',
    'identifiers',
  ],
  1000,
  (tx, limit, after) =>
    patients(tx)
      .where('patients.mergedInto', 'is', null)
      .$if(after !== undefined, (query) => query.where('patients.id', '>', after!))
      .orderBy('patients.id')
      .limit(limit)
      .execute(),
  (row) => {
    const { id, address, identifiers, ...patient } = toPatient(row)
    return {
      ...patient,
      ...address,
      externalId: id,
      addressLine: address.line,
      identifiers: identifiers.map(({ system, value, use }) => ({ system, value, use })),
    }
  },
)
