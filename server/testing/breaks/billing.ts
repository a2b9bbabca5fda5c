import type { TestApp } from '../app.ts'
import type { Life } from '../life.ts'
import { type Break, changed, rowsOf } from './break.ts'

const computed = 'The amounts of an invoice follow from its lines and discounts'
const creditComputed = 'The amounts of a credit note follow from its lines and the earlier credit notes'
const addUp = 'The entries of an invoice in statements add up to its amount due'
const byDocument = 'Every sale or return of stock belongs to an invoice or a credit note'

export const billingBreaks = (life: Life, { people }: TestApp): Break[] => [
  {
    rule: 'The numbers of a series start at 1 and have no gaps',
    rows: [`invoices ${life.last}`],
    sql: [
      `update invoices set ordinal = ordinal + 1, number = 'INV-' || ordinal + 1 where id = '${life.last}'`,
      `update invoice_series_counters set last = last + 1 where series = 'INV'`,
    ],
  },
  {
    rule: 'Numbers follow the order of issue',
    ...changed('invoices', `id = '${life.last}'`, `issued_at = issued_at - interval '1 day'`),
  },
  {
    rule: 'A number ends with its ordinal',
    ...changed('invoices', `id = '${life.last}'`, `number = 'INV-99999'`),
  },
  {
    rule: 'The counter of a series is at its last number',
    rows: ['invoice_series_counters CN'],
    sql: [`update invoice_series_counters set last = last + 1 where series = 'CN'`],
  },
  {
    rule: 'Every stored file is of an issued invoice or a credit note',
    rows: [`issued_files ${life.draft}/pdf`],
    sql: [`insert into issued_files (document_id, format, content) values ('${life.draft}', 'pdf', '')`],
  },
  {
    rule: 'Every invoice has lines',
    rows: [`invoices ${life.draft}`],
    sql: [
      `delete from invoice_lines where invoice_id = '${life.draft}'`,
      `update invoices set net = 0, tax = 0, gross = 0, tax_breakdown = '[]' where id = '${life.draft}'`,
    ],
  },
  {
    rule: 'Paid and credited amounts are the sums of payments and credit notes',
    ...changed('invoices', `id = '${life.invoice}'`, 'paid = paid - 0.01'),
    also: [{ rule: addUp, rows: [`invoices ${life.invoice}`] }],
  },
  {
    rule: addUp,
    rows: [`invoices ${life.voided}`],
    sql: [
      `insert into payments (id, invoice_id, currency, invoice_text, amount, method, received_on, recorded_by)
       select gen_random_uuid(), id, currency, number || ' ' || billed_to, 1, 'cash', now(), '${people.owner.id}'
       from invoices where id = '${life.voided}'`,
    ],
    also: [
      {
        rule: 'Paid and credited amounts are the sums of payments and credit notes',
        rows: [`invoices ${life.voided}`],
      },
      {
        rule: 'Void invoices and drafts have no credit notes, and only reversed payments',
        rows: [`invoices ${life.voided}`],
      },
    ],
  },
  {
    rule: 'Void invoices and drafts have no credit notes, and only reversed payments',
    rows: [`invoices ${life.voided}`],
    sql: [
      `insert into payments (id, invoice_id, currency, invoice_text, amount, method, received_on, recorded_by)
       select gen_random_uuid(), id, currency, number || ' ' || billed_to, amount, 'cash', now(), '${people.owner.id}'
       from invoices, unnest(array[1, -1]) amount where id = '${life.voided}'`,
    ],
  },
  {
    rule: 'A payment has the number and billed name of its invoice',
    rows: [{ sql: 'select $$payments $$ || id from payments' }],
    sql: [`update payments set invoice_text = 'INV-0 Nobody'`],
  },
  {
    rule: 'Credited quantities do not exceed the invoice line',
    rows: [rowsOf('invoice_lines', `invoice_id = '${life.credited}' and position = 1`)],
    sql: [
      `update credit_note_lines set quantity = 2 where line_id in (
       select id from invoice_lines where invoice_id = '${life.credited}' and position = 1)`,
    ],
  },
  {
    rule: 'A credit note credits lines of its own invoice only',
    rows: [
      {
        sql: `select concat('credit_note_lines ', credit_note_id, '/', (select id from invoice_lines where invoice_id = '${life.draft}'))
          from credit_note_lines join invoice_lines l on l.id = line_id
          where l.position = 1 and l.invoice_id = '${life.credited}'`,
      },
    ],
    sql: [
      `update credit_note_lines set line_id = (select id from invoice_lines where invoice_id = '${life.draft}')
       from invoice_lines l where l.id = line_id and l.position = 1 and l.invoice_id = '${life.credited}'`,
    ],
    // The second note is computed from what the first credited.
    also: [{ rule: creditComputed, rows: [rowsOf('credit_notes', `invoice_id = '${life.credited}'`)] }],
  },
  {
    rule: computed,
    rows: [`invoices ${life.draft}`],
    sql: [`update invoice_lines set quantity = quantity + 1 where invoice_id = '${life.draft}'`],
  },
  {
    rule: computed,
    ...changed(
      'invoices',
      `id = '${life.invoice}'`,
      `tax_breakdown = jsonb_set(tax_breakdown, '{0,tax}', '"1.00"')`,
    ),
  },
  {
    rule: creditComputed,
    rows: [firstNote(life)],
    sql: [`update credit_notes set net = net + 0.01, tax = tax - 0.01 where ordinal = 1`],
  },
  {
    rule: byDocument,
    rows: [
      { sql: `select 'stock_documents ' || restock_id from invoices where restock_id is not null` },
      {
        sql: `select 'stock_movements ' || m.id from stock_movements m join invoices i on i.restock_id = m.document_id`,
      },
    ],
    sql: ['update invoices set restock_id = null'],
  },
  {
    rule: 'Every invoice line took its quantity from stock, and at most that was put back',
    ...changed(
      'invoice_lines',
      `invoice_id = '${life.last}' and item_id = '${life.gloves}'`,
      'item_id = null',
    ),
    also: [
      {
        rule: byDocument,
        rows: [rowsOf('stock_movements', `document_id = '${life.last}' and item_id = '${life.gloves}'`)],
      },
    ],
  },
  {
    rule: 'Searches know the name of each payer',
    ...changed('invoices', `id = '${life.last}'`, `payer = '{"name": "Nobody"}'`),
  },
]

const firstNote = ({ credited }: Life) => rowsOf('credit_notes', `invoice_id = '${credited}' and ordinal = 1`)
