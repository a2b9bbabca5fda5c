import { sql } from 'kysely'
import type { Patient } from '#contract'
import type { Transaction } from '#database'
import { Refusal } from '#platform'
import { patientMerged, patientName } from '../live.ts'
import { patients, toPatient } from '../patient-rows.ts'

/** The current state of both records of a merge. */
export interface Sides {
  source: Patient
  target: Patient
}

/**
 * Locks both records in id order, against changes of them and of rows that refer to them, and reads them.
 * @throws Refusal `patient_not_found` naming each unknown one
 */
export async function lockBoth(tx: Transaction, sourceId: string, targetId: string): Promise<Sides> {
  const both = [sourceId, targetId]
  await tx.selectFrom('patients').select('id').where('id', 'in', both).orderBy('id').forUpdate().execute()
  const rows = (await patients(tx).where('patients.id', 'in', both).execute()).map(toPatient)
  const source = rows.find(({ id }) => id === sourceId)
  const target = rows.find(({ id }) => id === targetId)
  if (source && target) return { source, target }
  const message = 'Patient not found.'
  const unknown = [...(source ? [] : ['sourceId']), ...(target ? [] : ['targetId'])]
  throw new Refusal('patient_not_found', message, { fields: unknown.map((path) => ({ path, message })) })
}

/** @throws Refusal `patient_merged` if either is already merged, so chains end and have no cycles */
export async function refuseMerged(tx: Transaction, { source, target }: Sides): Promise<void> {
  if (source.mergedInto) throw await patientMerged(tx, source.id, 'sourceId')
  if (target.mergedInto) throw await patientMerged(tx, target.id, 'targetId')
}

/** @throws Refusal `stale_version` naming each side that has another version */
export function refuseStale(
  sides: Sides,
  expected: { [side in keyof Sides]?: number | undefined } = {},
): void {
  const fields = (['source', 'target'] as const)
    .filter((side) => expected[side] !== undefined && expected[side] !== sides[side].version)
    .map((side) => ({
      path: `expectedVersions.${side}`,
      message: `The ${side} is at version ${sides[side].version}.`,
    }))
  if (fields.length > 0) {
    throw new Refusal('stale_version', 'A record has changed since it was read.', { fields })
  }
}

/**
 * @throws Refusal `not_duplicates` if the two, or records that were merged into them, are flagged as not duplicates
 */
export async function refuseFlagged(tx: Transaction, { source, target }: Sides): Promise<void> {
  const { rows } = await sql`
    with recursive record as (
      select id, id as root from patients where id in (${source.id}, ${target.id})
      union all
      select p.id, record.root from record join patients p on p.merged_into = record.id
    )
    select from not_duplicate_pairs pair
    join record a on a.id = pair.patient_a
    join record b on b.id = pair.patient_b
    where a.root <> b.root limit 1`.execute(tx)
  if (rows.length > 0) {
    throw new Refusal(
      'not_duplicates',
      `${patientName(source)} and ${patientName(target)} are flagged as not duplicates. Remove the flag first.`,
      { patients: [source.id, target.id] },
    )
  }
}
