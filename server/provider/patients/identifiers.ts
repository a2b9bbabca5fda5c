import { sql } from 'kysely'
import type { Identifier } from '#contract'
import type { Transaction } from '#database'
import { newId, Refusal } from '#platform'

type Given = Omit<Identifier, 'use'> & { use?: Identifier['use'] | undefined }

export const completed = ({ use = 'usual', ...identifier }: Given): Identifier => ({ ...identifier, use })

/** @throws Refusal `validation_failed` naming each repeated identifier */
export function refuseRepeated(identifiers: Given[]): void {
  const seen = new Map<string, number>()
  const fields = identifiers.flatMap(({ system, value }, n) => {
    const key = JSON.stringify([system, value])
    const first = seen.get(key)
    if (first === undefined) seen.set(key, n)
    return first === undefined
      ? []
      : [{ path: `identifiers[${n}].value`, message: `Same as identifier ${first + 1}` }]
  })
  if (fields.length > 0) throw new Refusal('validation_failed', 'An identifier is repeated.', { fields })
}

/** Replaces the identifiers of patients, by patient id. Unchanged ones keep their rows, which undoing a merge needs. */
export async function writeIdentifiers(
  tx: Transaction,
  given: ReadonlyMap<string, readonly Given[]>,
): Promise<void> {
  const rows = [...given].flatMap(([patientId, identifiers]) =>
    identifiers.map((identifier, position) => ({
      ...completed(identifier),
      patient_id: patientId,
      position,
      id: newId(),
    })),
  )
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as wanted (id uuid, patient_id uuid, position integer, system text, value text, use text)`
  await sql`
    delete from patient_identifiers where patient_id = any(${[...given.keys()]}::uuid[])
    and (patient_id, system, value) not in (select patient_id, system, value from ${wanted})`.execute(tx)
  if (rows.length === 0) return
  await sql`
    insert into patient_identifiers (id, patient_id, position, system, value, use)
    select id, patient_id, position, system, value, use from ${wanted} order by position
    on conflict on constraint patient_identifiers_once
    do update set position = excluded.position, use = excluded.use`.execute(tx)
}
