import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { listMovements } from '#contract'
import type { Reader } from '#database'
import { afterCursor, implement, refuseWithout, toPage } from '#platform'
import { rootOf } from '../patients/live.ts'
import { endOf, startOf } from './days.ts'
import { readToday } from './items/today.ts'
import { movements, toMovement } from './ledger/movements.ts'

type Filter = z.output<typeof listMovements.query>

export const listLedger = implement(listMovements, async ({ tx, actor, query }) => {
  const { limit, lot, patientId } = query
  if (patientId) refuseWithout({ patients: 'view' }, actor)
  const survivorId = patientId ? await rootOf(tx, patientId) : null
  const conditions = await conditionsOf(tx, query, survivorId)
  const newest = sql`order by m.occurred_at desc, m.id desc limit ${limit + 1}`
  const found = sql<{ id: string }>`select m.id from stock_movements m`
  let ids = sql`${found} where ${all(conditions)} ${newest}`
  // Takes the newest of each lot with this name. The planner would look for them among all movements, newest first.
  if (lot)
    ids = sql`select of_lot.id from lots cross join lateral (
      ${found} where m.lot_id = lots.id and ${all(conditions)} ${newest}) as of_lot
      where lot_key(lots.name) = lot_key(${lot})`
  // Takes those of a patient for the same reason. A patient has few invoices.
  else if (patientId) ids = sql`${found} where ${all(conditions)}`
  const rows = await movements(tx)
    .where(sql<SqlBool>`stock_movements.id in (${ids})`)
    .orderBy('stockMovements.occurredAt', 'desc')
    .orderBy('stockMovements.id', 'desc')
    .limit(limit + 1)
    .execute()
  return toPage(rows.map(toMovement), limit)
})

const all = (conditions: RawBuilder<unknown>[]) => sql.join([sql`true`, ...conditions], sql` and `)

async function conditionsOf(
  tx: Reader,
  filter: Filter,
  survivorId: string | null,
): Promise<RawBuilder<unknown>[]> {
  const { itemId, documentId, reason, patientId, from, to } = filter
  const after = afterCursor(filter.cursor)
  const conditions: RawBuilder<unknown>[] = []
  if (itemId) conditions.push(sql`m.item_id = ${itemId}`)
  if (documentId) conditions.push(sql`m.document_id = ${documentId}`)
  if (reason) conditions.push(sql`m.reason = ${reason}`)
  if (patientId)
    conditions.push(sql`m.source_line in (
      select invoice_lines.id from invoice_lines join invoices on invoices.id = invoice_lines.invoice_id
      where invoices.patient_id = ${survivorId}::uuid)`)
  if (from || to) {
    const { timeZone } = await readToday(tx)
    if (from) conditions.push(sql`m.occurred_at >= ${startOf(from, timeZone)}::timestamptz`)
    if (to) conditions.push(sql`m.occurred_at < ${endOf(to, timeZone)}::timestamptz`)
  }
  if (after)
    conditions.push(sql`(m.occurred_at, m.id) <
      ((select occurred_at from stock_movements where id = ${after}::uuid), ${after}::uuid)`)
  return conditions
}
