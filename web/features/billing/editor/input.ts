import { createInvoice, type Input, payerFields } from '#contract'
import type { Rules } from '../../../load-rules.ts'
import { taxOfKey } from '../taxes.ts'
import { discountOf } from './discount-values.ts'
import type { DiscountValues, EditorValues, LineValues } from './values.ts'

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
 * line. Without rules, which are loaded at the first change, all rows that are not blank are valid.
 */
export function previewInput(values: EditorValues, rules: Rules | undefined): Sent | null {
  const body = rules?.bodyOf(createInvoice).shape
  const lines = values.lines.filter((line) =>
    body ? fits(body.lines.element, lineInput(named(line))) : !isBlank(line),
  )
  const discounts = values.discounts.filter(
    (discount) =>
      discount.discount.trim() !== '' &&
      (!body || fits(body.discounts.unwrap().element, discountInput(discount))),
  )
  if (!values.patientId || lines.length === 0) return null
  const sent = sentOf(values, lines.map(named), discounts)
  for (const field of ['payer', 'termsDays', 'buyerReference', 'note'] as const)
    if (body && !fits(body[field], sent.content[field])) delete sent.content[field]
  return sent
}

/** Whether a row is blank; its quantity is preset. */
export const isBlank = ({ description, unitPrice, discount, itemId }: LineValues) =>
  `${description}${unitPrice}${discount}${itemId ?? ''}`.trim() === ''

const fits = (rule: { safeParse: (input: unknown) => { success: boolean } }, input: unknown) =>
  rule.safeParse(input).success

/** Lets a line be computed before it has a description. */
const named = (line: LineValues): LineValues => ({ ...line, description: line.description.trim() || '–' })

function sentOf(values: EditorValues, lines: LineValues[], discounts: DiscountValues[]): Sent {
  const { patientId, currency, series, taxMode, issueDate, dueBy, termsDays, dueDate } = values
  const { buyerReference, note } = values
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
    ...(buyerReference.trim() && { buyerReference }),
    ...(note.trim() && { note }),
  }
  return { content, lineKeys: lines.map(({ key }) => key), discountKeys: discounts.map(({ key }) => key) }
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
