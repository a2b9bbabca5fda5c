import type { Invoice, Settings, TaxCategory, TaxMode } from '#contract'
import { discountsSaid } from './said-discounts.ts'

/** A line of the editor: everything as it was typed. */
export interface LineValues {
  key: string
  description: string
  quantity: string
  unitPrice: string
  /** `4%` or `12.50` */
  discount: string
  /** One of `taxKey`. */
  tax: string
  itemId: string | null
  /** What stands in the field of the item, also while it is no item yet. */
  itemText: string
  code: string | null
  lot: string | null
  locationId: string | null
}

/** A discount on the whole invoice. */
export interface DiscountValues {
  key: string
  reason: string
  discount: string
  /** One of `taxKey`; empty where it is shared out over all rates. */
  tax: string
}

export const payerFields = [
  'name',
  'line',
  'postalCode',
  'city',
  'region',
  'country',
  'email',
  'taxId',
] as const
export type PayerValues = Record<(typeof payerFields)[number], string>

export interface EditorValues {
  patientId: string | null
  hasPayer: boolean
  payer: PayerValues
  currency: string
  series: string
  issueDate: string
  dueBy: 'terms' | 'date'
  termsDays: string
  dueDate: string
  taxMode: TaxMode
  lines: LineValues[]
  discounts: DiscountValues[]
  note: string
}

/** A tax rate as the value of a select: `S 20`. */
export const taxKey = ({ category, rate }: { category: TaxCategory; rate: string }) => `${category} ${rate}`

export function taxOfKey(key: string): { taxCategory: TaxCategory; taxRate: string } {
  const [category, rate = ''] = key.split(' ')
  return { taxCategory: category as TaxCategory, taxRate: rate }
}

let keys = 0
const newKey = (kind: string) => `${kind}${++keys}`

export const emptyLine = (tax: string): LineValues => ({
  key: newKey('line'),
  description: '',
  quantity: '1',
  unitPrice: '',
  discount: '',
  tax,
  itemId: null,
  itemText: '',
  code: null,
  lot: null,
  locationId: null,
})

export const emptyDiscount = (): DiscountValues => ({
  key: newKey('discount'),
  reason: '',
  discount: '',
  tax: '',
})

const emptyPayer = Object.fromEntries(payerFields.map((field) => [field, ''])) as PayerValues

/** The rate that a new line has. */
export const defaultTax = ({ taxRates }: Settings): string => {
  const rate = taxRates.find(({ isDefault }) => isDefault) ?? taxRates[0]
  return rate ? taxKey(rate) : ''
}

export const newInvoice = (settings: Settings, patientId: string | null): EditorValues => ({
  patientId,
  hasPayer: false,
  payer: emptyPayer,
  currency: settings.currency,
  series: settings.invoiceSeries[0]?.name ?? '',
  issueDate: '',
  dueBy: 'terms',
  termsDays: '',
  dueDate: '',
  taxMode: 'exclusive',
  lines: [emptyLine(defaultTax(settings))],
  discounts: [],
  note: '',
})

/** A draft as it can be edited. `hasPayer` tells whether it is billed to somebody other than the patient. */
export function valuesOf(draft: Invoice, hasPayer: boolean): EditorValues {
  const payer = Object.fromEntries(payerFields.map((field) => [field, draft.billTo[field] ?? '']))
  return {
    patientId: draft.patientId,
    hasPayer,
    payer: hasPayer ? (payer as PayerValues) : emptyPayer,
    currency: draft.currency,
    series: draft.series,
    issueDate: draft.issueDate ?? '',
    dueBy: draft.termsDays === null && draft.dueDate ? 'date' : 'terms',
    termsDays: draft.termsDays === null ? '' : String(draft.termsDays),
    dueDate: draft.termsDays === null ? (draft.dueDate ?? '') : '',
    taxMode: draft.taxMode,
    lines: draft.lines.map((line) => ({
      key: newKey('line'),
      description: line.description,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      discount: line.discountPercent ? `${line.discountPercent}%` : (line.discountAmount ?? ''),
      tax: taxKey({ category: line.taxCategory, rate: line.taxRate }),
      itemId: line.itemId,
      itemText: '',
      code: line.code,
      lot: line.lot,
      locationId: line.locationId,
    })),
    discounts: discountsSaid(draft).map((said) => ({ key: newKey('discount'), ...said })),
    note: draft.note ?? '',
  }
}
