import { currencyDecimals, type Invoice, plainDecimal, type TaxCategory, type TaxMode } from '#contract'
import { type Broken, type Checking, type Invariant, Refusal } from '#platform'
import { type CreditedLine, computeCredit } from './arithmetic/credit.ts'
import { type Computed, computeInvoice } from './arithmetic/invoice.ts'
import { type Split, taxKey } from './arithmetic/split.ts'
import { toUnits } from './arithmetic/units.ts'
import { toIssued } from './issued-amounts.ts'
import { type InvoiceRow, invoices } from './rows.ts'
import { toInvoices } from './to-invoice.ts'

/** That amounts are what the server computes from what is said. */
export const amountInvariants: Invariant[] = [
  {
    says: 'An invoice comes to what its lines and discounts lead to, computed anew',
    async *check(checking) {
      for await (const { row } of allInvoices(checking))
        for (const what of wrongAmounts(row)) yield broken('invoices', row.id, what)
    },
  },
  {
    says: 'Each credit note comes to what those before it have left, computed anew',
    async *check(checking) {
      for await (const { row, invoice } of allInvoices(checking))
        for (const { id, what } of wrongNotes(row, invoice)) yield broken('credit_notes', id, what)
    },
  },
]

const invoicesAtOnce = 200
const broken = (table: string, id: string, what: string): Broken => ({ row: `${table} ${id}`, what })

async function* allInvoices({ tx }: Checking) {
  for (let last: string | undefined; ; ) {
    const rows = await invoices(tx)
      .$if(last !== undefined, (query) => query.where('invoices.id', '>', last!))
      .orderBy('invoices.id')
      .limit(invoicesAtOnce)
      .execute()
    for (const [n, invoice] of (await toInvoices(tx, rows)).entries()) yield { row: rows[n]!, invoice }
    last = rows.at(-1)?.id
    if (rows.length < invoicesAtOnce) return
  }
}

function wrongAmounts(row: InvoiceRow): string[] {
  const decimals = currencyDecimals(row.currency)
  let computed: Computed
  try {
    computed = computeInvoice({ decimals, ...termsOf(row) })
  } catch (error) {
    if (error instanceof Refusal) return [`it cannot be computed: ${error.message}`]
    throw error
  }
  const { lines, discounts, taxes, totals } = computed
  const differs = createDiffers(decimals)
  const wrong = [
    ...row.lines.flatMap((line, at) => differs(`line ${at + 1}`, line, lines[at])),
    ...row.discounts.flatMap((discount, at) => differs(`discount ${at + 1}`, discount, discounts[at])),
    ...differs('the whole', row, totals),
  ]
  const said = row.taxBreakdown.map(({ category, rate, taxable, tax }) => [
    taxKey({ taxCategory: category, taxRate: rate }),
    toUnits(taxable, decimals),
    toUnits(tax, decimals),
  ])
  const found = taxes.map(({ of, net, tax }) => [taxKey(of), net, tax])
  return String(said) === String(found) ? wrong : [...wrong, `its taxes say ${said}, and come to ${found}`]
}

/** What was said when it was written. A discount over several rates is kept as its share of each. */
function termsOf({ taxMode, ...row }: InvoiceRow) {
  return {
    taxMode: taxMode as TaxMode,
    lines: row.lines.map(({ quantity, unitPrice, discountPercent, discountAmount, ...line }) => ({
      quantity,
      unitPrice,
      discountPercent,
      discountAmount: discountAmount && plain(discountAmount),
      ...rateOf(line),
    })),
    discounts: row.discounts.map(({ reason, net, gross, ...discount }) => ({
      reason,
      percent: null,
      amount: plain(taxMode === 'exclusive' ? net : gross),
      of: rateOf(discount),
    })),
  }
}

function wrongNotes(row: InvoiceRow, invoice: Invoice): { id: string; what: string }[] {
  const decimals = currencyDecimals(row.currency)
  const differs = createDiffers(decimals)
  const notes = row.creditNotes as unknown as NoteRow[]
  const before: CreditedLine[] = []
  return notes.flatMap((note) => {
    const { lines, totals } = computeCredit(toIssued(invoice), before, note.lines)
    before.push(...lines.filter(Boolean))
    const wrong = [
      ...note.lines.flatMap((line, at) => differs(`line ${at + 1}`, line, lines[at])),
      ...differs('the whole', note, totals),
    ]
    return wrong.map((what) => ({ id: note.id, what }))
  })
}

interface Amounts {
  net: string
  tax: string
  gross: string
  discount?: string
}

interface NoteRow extends Amounts {
  id: string
  lines: ({ lineId: string; quantity: string } & Amounts)[]
}

/** The columns have three decimals, whatever the currency has. */
function createDiffers(decimals: number) {
  const factor = 10n ** BigInt(3 - decimals)
  return (where: string, said: Amounts, found: (Split & { discount?: bigint }) | undefined): string[] => {
    const names = ['net', 'tax', 'gross', 'discount'] as const
    return names.flatMap((name) => {
      const [kept, units] = [said[name], found?.[name]]
      if (kept === undefined || units === undefined || toUnits(kept, 3) === units * factor) return []
      return [`${where} has ${name} ${kept}, and comes to ${units} minor units`]
    })
  }
}

const rateOf = ({ taxCategory, taxRate }: { taxCategory: TaxCategory; taxRate: string }) => ({
  taxCategory,
  taxRate: plain(taxRate),
})

const plain = (value: string): string => plainDecimal(value) ?? value
