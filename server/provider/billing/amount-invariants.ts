import { currencyDecimals, Decimal, type TaxMode } from '#contract'
import type { EarlierNote, Invoice } from '#engines/invoicing'
import {
  type Credit,
  computeAmountCredit,
  computeCredit,
  computeInvoice,
  earlierNotes,
  InvoicingError,
  type Split,
  taxKey,
  toIssued,
} from '#engines/invoicing'
import type { Invariant, Snapshot, Violation } from '#platform'
import { type InvoiceRow, invoices } from './invoice-rows.ts'
import { toInvoices } from './to-invoice.ts'

/** Stored amounts are those that the stored lines and discounts lead to. */
export const amountInvariants: Invariant[] = [
  {
    rule: 'The amounts of an invoice follow from its lines and discounts',
    async *check(snapshot) {
      for await (const { row, invoice } of allInvoices(snapshot))
        for (const what of wrongAmounts(row, invoice)) yield broken('invoices', row.id, what)
    },
  },
  {
    rule: 'The amounts of a credit note follow from its lines and the earlier credit notes',
    async *check(snapshot) {
      for await (const { row, invoice } of allInvoices(snapshot))
        for (const { id, what } of wrongNotes(row, invoice)) yield broken('credit_notes', id, what)
    },
  },
]

const batchSize = 200
const broken = (table: string, id: string, what: string): Violation => ({ row: `${table} ${id}`, what })

async function* allInvoices({ tx }: Snapshot) {
  for (let last: string | undefined; ; ) {
    const rows = await invoices(tx)
      .$if(last !== undefined, (query) => query.where('invoices.id', '>', last!))
      .orderBy('invoices.id')
      .limit(batchSize)
      .execute()
    for (const [n, invoice] of (await toInvoices(tx, rows)).entries()) yield { row: rows[n]!, invoice }
    last = rows.at(-1)?.id
    if (rows.length < batchSize) return
  }
}

function wrongAmounts(row: InvoiceRow, invoice: Invoice): string[] {
  const computed = computedOrRefused(() => computeInvoice(termsOf(invoice)))
  if (computed instanceof InvoicingError) return [cannotBeComputed(computed)]
  const { lines, discounts, taxes, totals } = computed
  const wrong = [
    ...row.lines.flatMap((line, at) => differences(`line ${at + 1}`, line, lines[at])),
    ...row.discounts.flatMap((discount, at) => differences(`discount ${at + 1}`, discount, discounts[at])),
    ...differences('the invoice', row, totals),
  ]
  const stored = invoice.taxBreakdown.map(({ category, rate, taxable, tax, rounding }) => [
    taxKey({ taxCategory: category, taxRate: rate }),
    taxable,
    tax,
    rounding,
  ])
  const found = taxes.map((group) => [taxKey(group), group.net, group.tax, group.rounding])
  return String(stored) === String(found)
    ? wrong
    : [...wrong, `its tax breakdown is ${stored}, and should be ${found}`]
}

function computedOrRefused<T>(compute: () => T): T | InvoicingError {
  try {
    return compute()
  } catch (error) {
    if (error instanceof InvoicingError) return error
    throw error
  }
}

const cannotBeComputed = ({ message }: InvoicingError): string => `it cannot be computed: ${message}`

/** Returns the terms it was created with, but for discounts over several rates: those are stored as shares of each. */
const termsOf = ({ currency, taxMode, lines, discounts }: Invoice) => ({
  decimals: currencyDecimals(currency),
  taxMode: taxMode as TaxMode,
  lines,
  discounts: discounts.map(({ reason, amount, gross, taxCategory, taxRate }) => ({
    reason,
    percent: null,
    amount: taxMode === 'exclusive' ? amount : gross,
    of: { taxCategory, taxRate },
  })),
})

function wrongNotes(row: InvoiceRow, invoice: Invoice): { id: string; what: string }[] {
  const before: EarlierNote[] = []
  const stated = earlierNotes(invoice)
  return invoice.creditNotes.flatMap((note, n) => {
    const again = computedOrRefused(() => computeAgain(invoice, before, note))
    if (again instanceof InvoicingError) return [{ id: note.id, what: cannotBeComputed(again) }]
    const { lines, totals } = again
    before.push({ lines, taxes: stated[n]!.taxes })
    const computed = new Map(lines.map((line) => [line.lineId, line]))
    const stored = row.creditNotes[n]!
    const wrong = [
      ...stored.lines.flatMap((line, at) => differences(`line ${at + 1}`, line, computed.get(line.lineId))),
      ...differences('the credit note', stored, totals),
    ]
    return wrong.map((what) => ({ id: note.id, what }))
  })
}

function computeAgain(
  invoice: Invoice,
  before: EarlierNote[],
  { lines, totals: { gross } }: Invoice['creditNotes'][number],
): Credit {
  const byQuantity = lines.flatMap(({ lineId, quantity }) => (quantity ? [{ lineId, quantity }] : []))
  if (byQuantity.length > 0) return computeCredit(toIssued(invoice), before, byQuantity)
  const lineIds = lines.map(({ lineId }) => lineId)
  return computeAmountCredit(toIssued(invoice), before, lineIds, gross as Decimal)
}

type StoredAmounts = Record<'net' | 'tax' | 'gross', string> & { rounding?: string; discount?: string }

/** Compares columns as stored, with decimals that the currency may not have, to computed amounts. */
function differences(
  where: string,
  stored: StoredAmounts,
  computed: (Split & { rounding?: Decimal; discount?: Decimal }) | undefined,
): string[] {
  return (['net', 'tax', 'rounding', 'gross', 'discount'] as const).flatMap((name) => {
    const [kept, expected] = [stored[name], computed?.[name]]
    if (kept === undefined || expected === undefined || Decimal.of(kept).equals(expected)) return []
    return [`${where} has ${name} ${kept} and should have ${expected}`]
  })
}
