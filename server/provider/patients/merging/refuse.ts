import { sql } from 'kysely'
import type { Patient } from '#contract'
import { Refusal, type Transaction } from '#platform'
import { nameOf, patientMerged } from '../live.ts'
import { patients, toPatient } from '../rows.ts'

/** The two records of a merge, as they are. */
export interface Sides {
  source: Patient
  target: Patient
}

/**
 * Locks both records in the order of their ids, against whoever writes them or a row that refers to them, and reads them.
 * @throws Refusal `patient_not_found` naming each that there is not
 */
export async function lockBoth(tx: Transaction, sourceId: string, targetId: string): Promise<Sides> {
  const both = [sourceId, targetId]
  await tx.selectFrom('patients').select('id').where('id', 'in', both).orderBy('id').forUpdate().execute()
  const rows = (await patients(tx).where('patients.id', 'in', both).execute()).map(toPatient)
  const source = rows.find(({ id }) => id === sourceId)
  const target = rows.find(({ id }) => id === targetId)
  if (source && target) return { source, target }
  const message = 'There is no such patient.'
  const unknown = [...(source ? [] : ['sourceId']), ...(target ? [] : ['targetId'])]
  throw new Refusal('patient_not_found', message, { fields: unknown.map((path) => ({ path, message })) })
}

/** @throws Refusal `patient_merged` where either was retired already: so chains end, and no cycle can arise. */
export async function refuseRetired(tx: Transaction, { source, target }: Sides): Promise<void> {
  if (source.mergedInto) throw await patientMerged(tx, source.id, 'sourceId')
  if (target.mergedInto) throw await patientMerged(tx, target.id, 'targetId')
}

/** @throws Refusal `stale_version` naming each side that moved since it was read. */
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
    throw new Refusal('stale_version', 'Someone changed a record in the meantime.', { fields })
  }
}

/**
 * @throws Refusal `not_duplicates` where the two are marked as different people, or records that were merged into them:
 * whoever is not A is not the person whose record A became.
 */
export async function refuseMarked(tx: Transaction, { source, target }: Sides): Promise<void> {
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
      `${nameOf(source)} and ${nameOf(target)} are marked as being of different people. Take the mark away first.`,
    )
  }
}
