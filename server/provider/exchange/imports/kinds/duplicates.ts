import { sql } from 'kysely'
import type { Patient } from '#contract'
import type { Transaction } from '#database'
import { findDuplicates } from '../../../patients/duplicates/find.ts'
import { patientName } from '../../../patients/live.ts'
import type { Flag } from './kind.ts'

/** From this probability on, a row is rather a known patient than a new one. */
const likely = 0.5

/**
 * Finds the likely duplicates among newly added patients, each with the patient that it resembles most. Of two new ones, the
 * later is the duplicate.
 * @param added the row of each new patient's id; ids are in the order of rows
 */
export async function flagDuplicates(
  tx: Transaction,
  added: ReadonlyMap<string, number>,
): Promise<Map<string, Flag>> {
  const pairs = (await findDuplicates(tx, [...added.keys()], 'all')).filter(({ score }) => score >= likely)
  const best = new Map<string, { other: string; score: number }>()
  for (const { a, b, score } of pairs) {
    const [id, other] = added.has(b) ? [b, a] : [a, b]
    const found = best.get(id)
    if (!found || score > found.score) best.set(id, { other, score })
  }
  const named = await describe(
    tx,
    [...best.values()].map(({ other }) => other),
  )
  return new Map(
    [...best].map(([id, { other, score }]) => {
      const row = added.get(other)
      const where = row === undefined ? '' : ` in row ${row}`
      const message = `Likely the same patient as ${named.get(other)}${where} (${Math.floor(score * 100)}%)`
      return [id, { kind: 'duplicate', field: null, message, ...(row === undefined && { patientId: other }) }]
    }),
  )
}

async function describe(tx: Transaction, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('patients')
    .select(['id', 'givenName', 'familyName', 'birthDate'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, described(row)]))
}

/** Describes a person as `Ada Lovelace, born 1815-12-10`. */
export const described = ({
  birthDate,
  ...names
}: Pick<Patient, 'givenName' | 'familyName' | 'birthDate'>): string =>
  `${patientName(names)}${birthDate ? `, born ${birthDate}` : ''}`
