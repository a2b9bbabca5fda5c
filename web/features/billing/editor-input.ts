import type { z } from 'zod'
import { createInvoice, type Input } from '#contract'
import { readDecimal } from '../../components/amounts.ts'
import { discountOf } from './discount-text.ts'
import {
  type DiscountValues,
  type EditorValues,
  type LineValues,
  payerFields,
  taxOfKey,
} from './editor-values.ts'

type Content = Input<typeof createInvoice>
type LineInput = Content['lines'][number]
type DiscountInput = NonNullable<Content['discounts']>[number]

/** What is sent, and which rows of the editor its lines and discounts are. */
export interface Sent {
  content: Content
  lineKeys: string[]
  discountKeys: string[]
}

/** What is saved: all but rows in which nothing is typed. */
export function savedInput(values: EditorValues): Sent {
  const lines = values.lines.filter((line) => !isBlank(line))
  return sentOf(
    values,
    lines.length > 0 ? lines : values.lines.slice(0, 1),
    values.discounts.filter(({ reason, discount }) => reason.trim() || discount.trim()),
  )
}

/**
 * What is computed while one types: the rows that can be understood so far. null where there is nothing to compute,
 * or nobody to bill.
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

/** Whether nothing is typed in a row; the quantity is there from the start. */
export const isBlank = ({ description, unitPrice, discount, itemId, itemText }: LineValues) =>
  `${description}${unitPrice}${discount}${itemId ?? ''}${itemText}`.trim() === ''

const lineRule = createInvoice.body.shape.lines.element
const discountRule = createInvoice.body.shape.discounts.unwrap().element

const fits = (rule: z.ZodType, input: unknown) => rule.safeParse(input).success

/** A line can be computed before it is described. */
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
