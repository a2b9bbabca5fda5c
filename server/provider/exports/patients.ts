import { patients, toPatient } from '../patients/rows.ts'
import { externalId } from './external-id.ts'
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
      .select(externalId('patients', 'patients.id'))
      .where('patients.mergedInto', 'is', null)
      .$if(after !== undefined, (query) => query.where('patients.id', '>', after!))
      .orderBy('patients.id')
      .limit(limit)
      .execute(),
  ({ externalId, ...row }) => {
    const { address, identifiers, ...patient } = toPatient(row)
    return {
      ...patient,
      ...address,
      externalId,
      addressLine: address.line,
      identifiers: identifiers.map(({ system, value, use }) => ({ system, value, use })),
    }
  },
)
