import type { z } from 'zod'
import { createInvoice, type Input } from '#contract'
import { readDecimal } from '../../../components/amounts.ts'
import { taxOfKey } from '../taxes.ts'
import { discountOf } from './discount-values.ts'
import { type DiscountValues, type EditorValues, type LineValues, payerFields } from './values.ts'

type Content = Input<typeof createInvoice>
type LineInput = Content['lines'][number]
type DiscountInput = NonNullable<Content['discounts']>[number]

/** The input to send, and the editor rows of its lines and discounts. */
export interface Sent {
  content: Content
  lineKeys: string[]
  discountKeys: string[]
}

/** Returns what to save: everything but blank rows. */
export function savedInput(values: EditorValues): Sent {
  const lines = values.lines.filter((line) => !isBlank(line))
  return sentOf(
    values,
    lines.length > 0 ? lines : values.lines.slice(0, 1),
    values.discounts.filter(({ reason, discount }) => reason.trim() || discount.trim()),
  )
}

/**
 * Returns what to preview while the user types: the rows that are valid so far. null without a patient or a valid
 * line.
 */
export function previewInput(values: EditorValues): Sent | null {
  const lines = values.lines.filter((line) => fits(lineRule, lineInput(named(line))))
  const discounts = values.discounts.filter(
    (discount) => discount.discount.trim() !== '' && fits(discountRule, discountInput(discount)),
  )
  if (!values.patientId || lines.length === 0) return null
  const sent = sentOf(values, lines.map(named), discounts)
  for (const field of ['payer', 'termsDays', 'note'] as const)
    if (!fits(createInvoice.body.shape[field], sent.content[field])) delete sent.content[field]
  return sent
}

/** Whether a row is blank; its quantity is preset. */
export const isBlank = ({ description, unitPrice, discount, itemId, itemText }: LineValues) =>
  `${description}${unitPrice}${discount}${itemId ?? ''}${itemText}`.trim() === ''

const lineRule = createInvoice.body.shape.lines.element
const discountRule = createInvoice.body.shape.discounts.unwrap().element

const fits = (rule: z.ZodType, input: unknown) => rule.safeParse(input).success

/** Lets a line be computed before it has a description. */
const named = (line: LineValues): LineValues => ({ ...line, description: line.description.trim() || '–' })

function sentOf(values: EditorValues, lines: LineValues[], discounts: DiscountValues[]): Sent {
  const { patientId, currency, series, taxMode, issueDate, dueBy, termsDays, dueDate, note } = values
  const content: Content = {
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
    ...(note.trim() && { note }),
  }
  return { content, lineKeys: lines.map(({ key }) => key), discountKeys: discounts.map(({ key }) => key) }
}

function lineInput(line: LineValues): LineInput {
  const { percent, amount } = discountOf(line.discount)
  return {
    description: line.description,
    quantity: readDecimal(line.quantity),
    unitPrice: readDecimal(line.unitPrice),
    ...(percent !== null && { discountPercent: percent }),
    ...(amount !== null && { discountAmount: amount }),
    ...taxOfKey(line.tax),
    ...(line.code && { code: line.code }),
    ...(line.itemId && { itemId: line.itemId }),
    ...(line.lot && { lot: line.lot }),
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
