import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { createLocation, lotKey, quarantineLot, receiveStock } from '#contract'
import type { Transaction } from '#database'
import { newId } from '#platform'
import { readContext } from '../../../inventory/ledger/read.ts'
import { insertDocument, record } from '../../../inventory/ledger/record.ts'
import type { Plan } from '../../../inventory/ledger/stock.ts'
import { planDelivery } from '../../../inventory/plan-delivery.ts'
import { readState } from '../../../inventory/receive.ts'
import { failed, type Importer, type Outcome, type ParsedRow, type Problem, type RecordKind } from './kind.ts'
import { plainValue, problemsIn, withoutEmpty } from './values.ts'

const line = receiveStock.body.shape.lines.element.shape

const stockRow = z.strictObject({
  sku: line.sku.unwrap(),
  lot: line.lot,
  expiresOn: line.expiresOn,
  quarantineReason: quarantineLot.body.shape.reason.optional(),
  location: createLocation.body.shape.name.optional(),
  quantity: line.quantity,
  unitCost: line.unitCost,
})
type StockFields = z.output<typeof stockRow>
type Row = ParsedRow<StockFields>

/** Who opening stock comes from, in the ledger. */
const supplier = 'Opening stock'

/** Opening stock. Each batch is a receipt, so that the ledger has where stock came from and its cost. */
export const stockKind: RecordKind<StockFields> = {
  parse(values) {
    const plain = new Map([...values].map(([field, value]) => [field, plainValue(value)]))
    const parsed = stockRow.safeParse({ sku: '', quantity: '', ...withoutEmpty(plain) })
    if (!parsed.success) return { problems: problemsIn(parsed.error) }
    const { lot, quarantineReason } = parsed.data
    return quarantineReason !== undefined && lot === undefined
      ? { problems: [{ field: 'quarantineReason', message: 'Only a lot can be in quarantine' }] }
      : { fields: parsed.data }
  },

  keyOf: ({ sku, lot, location }) =>
    createHash('sha256')
      .update(JSON.stringify([sku, lot ? lotKey(lot) : null, location?.toLowerCase() ?? null]))
      .digest('hex'),

  async write(tx, importer, rows, importId) {
    const isImported = ({ recordId }: Row) => recordId !== null
    const outcomes = rows
      .filter(isImported)
      .map(({ number }) => failed(number, { field: 'quantity', message: alreadyImported }))
    const open = rows.filter((row) => !isImported(row))
    return [...outcomes, ...(await receive(tx, importer, open, importId))]
  },
}

const alreadyImported = 'This stock was imported before with other values. Adjust the stock instead'

/** Receives rows, without those that are refused. */
async function receive(
  tx: Transaction,
  importer: Importer,
  rows: Row[],
  importId: string,
): Promise<Outcome[]> {
  if (rows.length === 0) return []
  const locations = await findLocations(tx, rows)
  const context = await readContext(tx, locations.values())
  const receiptId = newId()
  const occurredAt = context.now.toISOString()
  const deliveryOf = (received: Row[]) => ({
    supplier,
    deliveryNote: '',
    lines: received.map(({ fields: { quarantineReason: _, location, ...fields } }) => ({
      ...fields,
      acceptExpired: true,
      ...(location && { locationId: locations.get(location.toLowerCase()) }),
    })),
  })
  const outcomes: Outcome[] = []
  const state = await readState(tx, deliveryOf(rows), context)
  let received = rows
  let plan: Plan
  for (;;) {
    const planned = planDelivery(state, deliveryOf(received), occurredAt)
    const problems = Map.groupBy(planned.refusals, (refusal) => received[refusal.line])
    for (const [row, refusals] of problems)
      if (row) outcomes.push(failed(row.number, ...firstOfEach(refusals)))
    plan = planned
    if (problems.size === 0) break
    received = received.filter((row) => !problems.has(row))
  }
  const [first] = received
  if (!first) return outcomes
  await insertDocument(tx, importer, {
    id: receiptId,
    kind: 'receipt',
    supplier,
    deliveryNote: `Import ${importId}, from row ${first.number}`,
    deliveryKey: createHash('sha256').update(`import ${importId} ${first.number}`).digest(),
    occurredAt,
  })
  const entry = {
    documentId: receiptId,
    reason: 'received',
    occurredAt,
    actor: importer,
    items: state.items,
    context,
  }
  await record(tx, entry, plan)
  await quarantine(tx, importer, received, plan)
  return [
    ...outcomes,
    ...received.map(({ number }) => ({ number, result: 'created' as const, recordId: receiptId })),
  ]
}

const firstOfEach = (refusals: { path: string; message: string }[]): Problem[] =>
  [...Map.groupBy(refusals, ({ path }) => path.replace(/^.*\./, ''))].map(([field, [refusal]]) => ({
    field,
    message: refusal!.message,
  }))

/** Finds the locations of rows by name, in lower case, and creates those that do not exist. */
async function findLocations(tx: Transaction, rows: Row[]): Promise<Map<string, string>> {
  const names = new Map(
    rows.flatMap(({ fields: { location } }) => (location ? [[location.toLowerCase(), location]] : [])),
  )
  if (names.size === 0) return new Map()
  const read = async () => {
    const found = await tx
      .selectFrom('locations')
      .select(['id', sql<string>`lower_case(name)`.as('name')])
      .where(sql<boolean>`lower_case(name) = any(${[...names.keys()]}::text[])`)
      .execute()
    return new Map(found.map(({ id, name }) => [name, id]))
  }
  const known = await read()
  const missing = [...names].filter(([name]) => !known.has(name))
  if (missing.length === 0) return known
  await tx
    .insertInto('locations')
    .values(missing.map(([, name]) => ({ id: newId(), name, kind: 'stock' })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return read()
}

/** Puts lots in quarantine that are not. */
async function quarantine(
  tx: Transaction,
  { userId }: Importer,
  received: Row[],
  { moves }: Plan,
): Promise<void> {
  const lots = received.flatMap(({ fields: { quarantineReason } }, n) =>
    quarantineReason === undefined ? [] : [{ id: moves[n]!.slot.lot!.id, reason: quarantineReason }],
  )
  if (lots.length === 0) return
  await sql`
    update lots set quarantine_reason = wanted.reason, quarantined_at = now(), quarantined_by = ${userId}::uuid
    from unnest(${lots.map(({ id }) => id)}::uuid[], ${lots.map(({ reason }) => reason)}::text[]) as wanted (id, reason)
    where lots.id = wanted.id and lots.quarantine_reason is null`.execute(tx)
}
