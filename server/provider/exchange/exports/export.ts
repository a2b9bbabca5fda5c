import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { record } from '#audit'
import { csvLine, Decimal, type ExportKind, exportRecords, importFields } from '#contract'
import type { Reader } from '#database'
import { implementRecorded, newId, type ShownPatients } from '#platform'
import { own } from '#rules/own'
import { items, toExactItem } from '../../inventory/items/item-rows.ts'
import { movements, toMovement } from '../../inventory/ledger/movements.ts'
import { patients } from '../../patients/patient-rows.ts'
import { externalId } from './external-id.ts'
import { exportedInvoices } from './invoices.ts'
import { type Exported, ofRecords } from './kind.ts'
import { exportedLevels } from './levels.ts'
import { exportedPayments } from './payments.ts'

const exportedItems = ofRecords(
  importFields.items,
  1000,
  (tx, limit, after) =>
    items(tx)
      .select(externalId('items', 'items.id'))
      .$if(after !== undefined, (query) => query.where('id', '>', after!))
      .orderBy('id')
      .limit(limit)
      .execute(),
  ({ externalId, ...row }) => {
    const { reorderLevel, ...item } = toExactItem(row)
    return { ...item, externalId, reorderLevel: reorderLevel?.normalized() ?? null }
  },
)

const exportedMovements = ofRecords(
  [
    'id',
    'documentId',
    'occurredAt',
    'sku',
    'lot',
    'quantity',
    'from',
    'to',
    'reason',
    'unitCost',
    'recordedBy',
    'reverses',
  ],
  1000,
  (tx, limit, after) =>
    movements(tx)
      .$if(after !== undefined, (query) => query.where('stockMovements.id', '>', after!))
      .orderBy('stockMovements.id')
      .limit(limit)
      .execute(),
  (row) => {
    const movement = toMovement(row)
    return {
      ...movement,
      from: movement.from.name,
      to: movement.to.name,
      recordedBy: movement.recordedBy.name,
    }
  },
)

/** Live records. Those merged into others are in them. */
const exportedPatients = ofRecords(
  importFields.patients,
  1000,
  (tx, limit, after) =>
    patients(tx)
      .select(externalId('patients', 'patients.id'))
      .where('patients.mergedInto', 'is', null)
      .$if(after !== undefined, (query) => query.where('patients.id', '>', after!))
      .orderBy('patients.id')
      .limit(limit)
      .execute(),
  (row) => ({
    ...row,
    identifiers: row.identifiers.map(({ system, value, use }) => ({ system, value, use })),
  }),
  sql`select id from patients where merged_into is null`,
)

const kinds: Record<ExportKind, Exported> = {
  patients: exportedPatients,
  items: exportedItems,
  levels: exportedLevels,
  movements: exportedMovements,
  invoices: exportedInvoices,
  payments: exportedPayments,
}

type Row = Record<string, unknown>

const formats = {
  csv: {
    type: 'text/csv; charset=utf-8',
    header: (columns: readonly string[]) => csvLine(columns),
    line: (columns: readonly string[], row: Row) => csvLine(columns.map((name) => toCell(own(row, name)))),
  },
  ndjson: {
    type: 'application/x-ndjson',
    header: () => '',
    line: (columns: readonly string[], row: Row) =>
      `${JSON.stringify(Object.fromEntries(columns.map((name) => [name, own(row, name) ?? null])))}\n`,
  },
}

/**
 * Streams the records in batches, so that memory does not grow with them. It holds no transaction meanwhile: a slow caller
 * would occupy the only connection of the embedded database. Each record is as it was when its batch was read.
 */
export const exportIt = implementRecorded(exportRecords, async ({ tx, reader, actor, params, query }) => {
  const [{ kind }, { format }] = [params, query]
  const { columns, read } = kinds[kind]
  const { type, header, line } = formats[format]
  await record(tx, actor, 'data.export', { type: 'export', id: newId(), label: kind }, { kind, format })
  const patients = await countPatients(tx, kinds[kind])
  return { type, filename: `${kind}.${format}`, content: Readable.from(lines()), patients }

  async function* lines() {
    yield header(columns)
    let after: string | undefined
    do {
      const { rows, next } = await read(reader, after)
      yield rows.map((row) => line(columns, row)).join('')
      after = next
    } while (after)
  }
})

async function countPatients(tx: Reader, { patients }: Exported): Promise<ShownPatients> {
  if (!patients) return []
  const { rows } = await sql<{ all: number }>`select count(*) as all from (${patients}) as exported`.execute(
    tx,
  )
  return rows[0]!
}

/** A list or an object is JSON, and an empty list nothing. Amounts and quantities are no formulas. */
function toCell(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Decimal) return value
  return Array.isArray(value) && value.length === 0 ? null : JSON.stringify(value)
}
