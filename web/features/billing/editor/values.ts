import { type Invoice, payerFields, type Settings, type TaxMode } from '#contract'
import { keyed } from '../../../components/rows.ts'
import { taxKey } from '../taxes.ts'
import { enteredDiscounts } from './discount-values.ts'

/** A line of the editor, all as typed. */
export interface LineValues {
  key: string
  description: string
  quantity: string
  unitPrice: string
  /** `4%` or `12.50` */
  discount: string
  /** One of `taxKey`. */
  tax: string
  /** The item that the line takes from stock. */
  itemId: string | null
  code: string | null
  lot: string | null
  acceptExpired: boolean
  locationId: string | null
}

/** A discount on the whole invoice. */
export interface DiscountValues {
  key: string
  reason: string
  discount: string
  /** One of `taxKey`; empty if split over all rates. */
  tax: string
}

export type PayerValues = Record<(typeof payerFields)[number], string>

export type EditorValues = {
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
  buyerReference: string
  note: string
}

export const emptyLine = (tax: string): LineValues =>
  keyed({
    description: '',
    quantity: '1',
    unitPrice: '',
    discount: '',
    tax,
    itemId: null,
    code: null,
    lot: null,
    acceptExpired: false,
    locationId: null,
  })

export const emptyDiscount = (): DiscountValues => keyed({ reason: '', discount: '', tax: '' })

const payerOf = (known: Partial<Record<keyof PayerValues, string | null>>) =>
  Object.fromEntries(payerFields.map((field) => [field, known[field] ?? ''])) as PayerValues

/** The tax rate of a new line. */
export const defaultTax = ({ taxRates }: Settings): string => {
  const rate = taxRates.find(({ isDefault }) => isDefault) ?? taxRates[0]
  return rate ? taxKey(rate) : ''
}

export const newInvoice = (settings: Settings, patientId: string | null): EditorValues => ({
  patientId,
  hasPayer: false,
  payer: payerOf({}),
  currency: settings.currency,
  series: settings.invoiceSeries[0]?.name ?? '',
  issueDate: '',
  dueBy: 'terms',
  termsDays: '',
  dueDate: '',
  taxMode: 'exclusive',
  lines: [emptyLine(defaultTax(settings))],
  discounts: [],
  buyerReference: '',
  note: '',
})

/** Returns a draft's values. `hasPayer` is whether someone other than the patient is billed. */
export function valuesOf(draft: Invoice, hasPayer: boolean): EditorValues {
  const { patientId, currency, series, taxMode, issueDate, termsDays, dueDate, billTo } = draft
  const { buyerReference, note } = draft
  return {
    patientId,
    hasPayer,
    payer: payerOf(hasPayer ? billTo : {}),
    currency,
    series,
    issueDate: issueDate ?? '',
    dueBy: termsDays === null && dueDate ? 'date' : 'terms',
    termsDays: String(termsDays ?? ''),
    dueDate: termsDays === null ? (dueDate ?? '') : '',
    taxMode,
    lines: draft.lines.map(({ taxCategory, taxRate, discountPercent, discountAmount, ...line }) =>
      keyed({
        description: line.description,
        quantity: line.quantity,
        unitPrice: line.unitPrice,
        discount: discountPercent ? `${discountPercent}%` : (discountAmount ?? ''),
        tax: taxKey({ category: taxCategory, rate: taxRate }),
        itemId: line.itemId,
        code: line.code,
        lot: line.lot,
        acceptExpired: line.acceptExpired,
        locationId: line.locationId,
      }),
    ),
    discounts: enteredDiscounts(draft).map(keyed),
    buyerReference: buyerReference ?? '',
    note: note ?? '',
  }
}

/** Whether any of the values that the editor shows on request differs from the default of new invoices. */
export const hasSpecialTerms = (values: EditorValues, settings: Settings): boolean => {
  const { currency, series, taxMode } = newInvoice(settings, null)
  return (
    values.currency !== currency ||
    values.series !== series ||
    values.taxMode !== taxMode ||
    values.buyerReference !== ''
  )
}
