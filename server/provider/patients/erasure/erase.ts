import { sql } from 'kysely'
import { record } from '#audit'
import { type Erasure, erasedLabel, erasedThings, erasePatient } from '#contract'
import type { Reader, Transaction } from '#database'
import { implement, newId } from '#platform'
import { patientNotFound } from '../live.ts'

/** Has erasures noted beside the backups if `tx` commits. */
export type NoteErasures = (tx: Transaction) => Promise<void>

export const createErase = (noteErasures: NoteErasures) =>
  implement(
    erasePatient,
    async ({ tx, actor, params: { patientId }, body: { reason } }): Promise<Erasure> => {
      const records = await lockRecords(tx, patientId)
      const kept = await keptOf(tx, records)
      const { rows } = await sql<Erasure['removed'][number]>`
      select what, count::int from erase_patients(${records}::uuid[]) where count > 0`.execute(tx)
      await tx.insertInto('erasures').values({ id: newId(), patientIds: records }).execute()
      const target = { type: 'patient', id: patientId, label: erasedLabel } as const
      await record(tx, actor, 'patient.erase', target, { reason, records: records.length })
      await noteErasures(tx)
      const removed = erasedThings.flatMap((thing) => rows.filter(({ what }) => what === thing))
      return { removed, kept }
    },
  )

/**
 * Locks the records of a patient: the live one and those that were merged into it, in the order in which merges lock them. Waits
 * for concurrent merges, and then locks what they added.
 */
async function lockRecords(tx: Transaction, patientId: string): Promise<string[]> {
  for (let locked: string[] = []; ; ) {
    const records = await recordsOf(tx, patientId)
    if (records.every((id) => locked.includes(id))) return records
    await tx
      .selectFrom('patients')
      .select('id')
      .where('id', 'in', records)
      .orderBy('id')
      .forUpdate()
      .execute()
    locked = records
  }
}

/** Returns the ids of a patient's live record and of those that were merged into it, in order. @throws Refusal `patient_not_found` */
export async function recordsOf(tx: Reader, patientId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from patient_records(${patientId}::uuid) as id order by id`.execute(tx)
  if (rows.length === 0) throw patientNotFound()
  return rows.map(({ id }) => id)
}

/** Returns what names these records after their erasure, because the law or a seal protects it, and backups. */
async function keptOf(tx: Reader, records: string[]): Promise<Erasure['kept']> {
  const { rows: invoices } = await sql<{ count: number; until: string }>`
    select count(*)::int as count, until from (
      select make_date(extract(year from issue_date)::int + (retention ->> 'invoicesYears')::int, 12, 31) as until
      from invoices, settings where patient_id = any (${records}::uuid[]) and status <> 'draft') issued
    group by until order by until`.execute(tx)
  const { rows: sealed } = await sql<{ count: number }>`
    select count(*)::int as count from audit_log
    where target_type = 'patient' and target_id = any (${records}::uuid[]) and target_label not like 'sha256:%'
    having count(*) > 0`.execute(tx)
  return [
    ...invoices.map(({ count, until }) => ({
      what: `${count} issued ${count === 1 ? 'invoice' : 'invoices'} with payments and credit notes`,
      why: 'Tax law requires them. The settings state for how long.',
      until,
    })),
    ...sealed.map(({ count }) => ({
      what: `${count} audit log ${count === 1 ? 'entry' : 'entries'} from earlier versions of Aerie`,
      why: 'They were sealed with the name in them.',
      until: null,
    })),
    {
      what: 'Backups from before this erasure',
      why: 'A backup is never changed. Restoring one repeats this erasure.',
      until: null,
    },
  ]
}
