import { createInvoice, type Input, payerFields } from '#contract'
import { taxOfKey } from '../taxes.ts'
import { discountOf } from './discount-values.ts'
import type { DiscountValues, EditorValues, LineValues } from './values.ts'

export type Content = Input<typeof createInvoice>
type LineInput = Content['lines'][number]
type DiscountInput = NonNullable<Content['discounts']>[number]

/** The fields of refusals that name none. */
export const fieldOf = { patient_not_found: 'patientId', patient_merged: 'patientId' } as const

/** The fields of the editor that the contract's share. */
export const rowFields = {
  lines: {
    '': 'description',
    code: 'description',
    itemId: 'description',
    lot: 'description',
    acceptExpired: 'description',
    locationId: 'description',
    discountPercent: 'discount',
    discountAmount: 'discount',
    taxRate: 'tax',
    taxCategory: 'tax',
  },
  discounts: { '': 'discount', percent: 'discount', amount: 'discount', taxRate: 'tax', taxCategory: 'tax' },
}

/** What to preview, and its rows. */
export interface Previewed extends Pick<EditorValues, 'lines' | 'discounts'> {
  content: Content
}

/** Returns the values without blank rows. Without any line, the first shows what is missing. */
export function filled(values: EditorValues): EditorValues {
  const lines = values.lines.filter((line) => !isBlank(line))
  return {
    ...values,
    lines: lines.length > 0 ? lines : values.lines.slice(0, 1),
    discounts: values.discounts.filter(({ reason, discount }) => reason.trim() || discount.trim()),
  }
}

/** Returns the errors that the contract cannot find. */
export const missingIn = ({
  patientId,
  dueBy,
  termsDays,
  dueDate,
}: EditorValues): Record<string, string> => ({
  ...(patientId === null && { patientId: 'Choose a patient' }),
  ...(dueBy === 'terms' && !isDays(termsDays) && { termsDays: 'Enter a whole number of days, at most 365' }),
  ...(dueBy === 'date' && dueDate === '' && { dueDate: 'Enter the due date' }),
})

const isDays = (typed: string) => /^\s*\d{0,3}\s*$/.test(typed) && Number(typed) <= 365

/**
 * Returns what to preview while the user types: the rows that are valid so far. null without a patient or a valid line.
 */
export function previewOf(values: EditorValues): Previewed | null {
  const body = createInvoice.body.shape
  const lines = values.lines.map(named).filter((line) => fits(body.lines.element, lineInput(line)))
  const discounts = values.discounts.filter(
    (discount) =>
      discount.discount.trim() !== '' && fits(body.discounts.unwrap().element, discountInput(discount)),
  )
  if (!values.patientId || lines.length === 0) return null
  const content = contentOf({ ...values, lines, discounts })
  for (const field of ['payer', 'termsDays', 'buyerReference', 'note'] as const)
    if (!fits(body[field], content[field])) delete content[field]
  return { content, lines, discounts }
}

/** Whether a row is blank; its quantity is preset. */
export const isBlank = ({ description, unitPrice, discount, itemId }: LineValues) =>
  `${description}${unitPrice}${discount}${itemId ?? ''}`.trim() === ''

const fits = (rule: { safeParse: (input: unknown) => { success: boolean } }, input: unknown) =>
  rule.safeParse(input).success

/** Lets a line be computed before it has a description. */
const named = (line: LineValues): LineValues => ({ ...line, description: line.description.trim() || '–' })

/** Returns what to send. */
export function contentOf(values: EditorValues): Content {
  const { patientId, currency, series, taxMode, issueDate, dueBy, termsDays, dueDate } = values
  const { lines, discounts, buyerReference, note } = values
  return {
    patientId: patientId ?? '',
    currency,
    series,
    taxMode,
    ...(issueDate && { issueDate }),
    ...(dueBy === 'date' && dueDate && { dueDate }),
    ...(dueBy === 'terms' && termsDays.trim() && { termsDays: Number(termsDays) }),
    lines: lines.map(lineInput),
    ...(discounts.length > 0 && { discounts: discounts.map(discountInput) }),
    ...(values.hasPayer && { payer: payerInput(values) }),
    ...(buyerReference.trim() && { buyerReference }),
    ...(note.trim() && { note }),
  }
}

function lineInput(line: LineValues): LineInput {
  const { percent, amount } = discountOf(line.discount)
  return {
    description: line.description,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    ...(percent !== null && { discountPercent: percent }),
    ...(amount !== null && { discountAmount: amount }),
    ...taxOfKey(line.tax),
    ...(line.code && { code: line.code }),
    ...(line.itemId && { itemId: line.itemId }),
    ...(line.lot && { lot: line.lot }),
    ...(line.acceptExpired && { acceptExpired: true }),
    ...(line.locationId && { locationId: line.locationId }),
  }
}

function discountInput({ reason, discount, tax }: DiscountValues): DiscountInput {
  const { percent, amount } = discountOf(discount)
  return {
    ...(reason.trim() && { reason }),
    ...(percent !== null ? { percent } : { amount: amount ?? '' }),
    ...(tax && taxOfKey(tax)),
  }
}

const payerInput = ({ payer }: EditorValues) => ({
  ...Object.fromEntries(payerFields.map((field) => [field, payer[field].trim() || undefined])),
  name: payer.name,
})
