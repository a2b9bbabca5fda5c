import { isDeepStrictEqual } from 'node:util'
import { record } from '#audit'
import { type Actor, blankPatient, type Patient, type PatientField, patientFields } from '#contract'
import type { Transaction } from '#database'
import { patientName } from './live.ts'

/** What changed a record. A merge and its undo change both records. */
export type Cause = { kind: 'create' | 'update' } | { kind: 'merge' | 'undo'; mergeId: string }

type Field = PatientField | 'identifiers'

/** A record before and after a change; null before its creation. */
type Change = [before: Patient | null, after: Patient]

/**
 * Stores changes of records in their history and in the audit log, in the transaction that makes them. The audit log names the
 * changed fields, without their values.
 * @param changes the survivor of a merge last
 */
export async function recordChanges(
  tx: Transaction,
  actor: Actor,
  cause: Cause,
  changes: Change[],
): Promise<void> {
  await writeHistory(tx, actor, cause, changes)
  const [before, after] = changes.at(-1)!
  const target = { type: 'patient', id: after.id, label: patientName(after) } as const
  await record(tx, actor, actions[cause.kind], target, {
    ...('mergeId' in cause && { mergeId: cause.mergeId, mergedPatientId: changes[0]![1].id }),
    ...(cause.kind === 'update' && { fields: changedFields(before, after).join(', ') }),
  })
}

/** Stores changes of records in their history, where searches find former values. */
export async function writeHistory(
  tx: Transaction,
  actor: Pick<Actor, 'userId' | 'apiKey'>,
  cause: Cause,
  changes: Change[],
): Promise<void> {
  if (changes.length === 0) return
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
          changedBy: actor.userId,
          apiKeyId: actor.apiKey?.id ?? null,
          apiKeyPrefix: actor.apiKey?.prefix ?? null,
          apiKeyName: actor.apiKey?.name ?? null,
          before: JSON.stringify(before ? only(fields, before) : {}),
          after: JSON.stringify(only(fields, after)),
        }
      }),
    )
    .execute()
}

const actions = {
  create: 'patient.create',
  update: 'patient.update',
  merge: 'patient.merge',
  undo: 'patient.merge_undo',
} as const

/** Returns the fields in which two states differ. The names are one: searches compare them together. */
function changedFields(before: Patient | null, after: Patient): Field[] {
  const old = before ?? blank
  const differ = (field: Field) => !isDeepStrictEqual(old[field], after[field])
  const isRenamed = differ('givenName') || differ('familyName')
  return [...patientFields, 'identifiers' as const].filter((field) =>
    field === 'givenName' || field === 'familyName' ? isRenamed : differ(field),
  )
}

const only = (fields: Field[], patient: Patient) =>
  Object.fromEntries(fields.map((field) => [field, patient[field]]))

const blank: Pick<Patient, Field> = { ...blankPatient, identifiers: [] }
