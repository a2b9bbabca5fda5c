import { isDeepStrictEqual } from 'node:util'
import { type Actor, type MergeField, mergeFields, type Patient } from '#contract'
import type { Transaction } from '#database'

/** What changed a record. A merge and its undo change both records. */
export type Cause = { kind: 'create' | 'update' } | { kind: 'merge' | 'undo'; mergeId: string }

type Field = MergeField | 'identifiers'

/**
 * Stores changes of records in the history, in the transaction that makes them. Searches find a record by the former values
 * in its history.
 * @param changes each record before and after; null before its creation
 */
export async function recordChanges(
  tx: Transaction,
  { userId, apiKey }: Pick<Actor, 'userId' | 'apiKey'>,
  cause: Cause,
  changes: [before: Patient | null, after: Patient][],
): Promise<void> {
  await tx
    .insertInto('patientChanges')
    .values(
      changes.map(([before, after]) => {
        const fields = changedFields(before, after)
        return {
          patientId: after.id,
          version: after.version,
          kind: cause.kind,
          mergeId: 'mergeId' in cause ? cause.mergeId : null,
          changedBy: userId,
          apiKeyId: apiKey?.id ?? null,
          apiKeyPrefix: apiKey?.prefix ?? null,
          apiKeyName: apiKey?.name ?? null,
          before: JSON.stringify(before ? only(fields, before) : {}),
          after: JSON.stringify(only(fields, after)),
        }
      }),
    )
    .execute()
}

/** Returns the fields in which two states differ. The names are one: searches compare them together. */
function changedFields(before: Patient | null, after: Patient): Field[] {
  const old = before ?? blank
  const differ = (field: Field) => !isDeepStrictEqual(old[field], after[field])
  const isRenamed = differ('givenName') || differ('familyName')
  return [...mergeFields, 'identifiers' as const].filter((field) =>
    field === 'givenName' || field === 'familyName' ? isRenamed : differ(field),
  )
}

const only = (fields: Field[], patient: Patient) =>
  Object.fromEntries(fields.map((field) => [field, patient[field]]))

const blank: Pick<Patient, Field> = {
  givenName: null,
  familyName: null,
  birthDate: null,
  sex: 'unknown',
  phone: null,
  email: null,
  address: { line: null, city: null, region: null, postalCode: null, country: null },
  identifiers: [],
}
