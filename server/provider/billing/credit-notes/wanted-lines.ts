import type { Decimal } from '#contract'
import type { OpenLine } from '#engines/invoicing'
import { refuseFields, type WrongField } from '#engines/invoicing'
import { Refusal } from '#platform'
import { refusing } from '../refusing.ts'

type Given = { lineId: string; quantity?: Decimal | undefined }[]
type Wanted = { lineId: string; quantity: Decimal }[]

/**
 * Returns the lines to credit with their quantities: those given, or by default everything that is left.
 * @throws Refusal `validation_failed` for unknown and repeated lines, `credit_exceeds_invoice` if less is left than is to
 * be credited; with an entry for each line
 */
export function wantedLines(open: OpenLine[], given: Given | undefined): Wanted {
  const left = new Map(open.map(({ id, quantityLeft }) => [id, quantityLeft]))
  if (!given) {
    const wanted = [...left].flatMap(([lineId, quantity]) =>
      quantity.sign > 0 ? [{ lineId, quantity }] : [],
    )
    if (wanted.length === 0)
      throw new Refusal('credit_exceeds_invoice', 'The whole invoice is already credited.')
    return wanted
  }

  const wrong: WrongField[] = given.flatMap(({ lineId }, at) => {
    const path = `lines[${at}].lineId`
    if (!left.has(lineId)) return [{ path, message: 'Line not found on this invoice' }]
    const isRepeated = given.findIndex((other) => other.lineId === lineId) < at
    return isRepeated ? [{ path, message: 'Each line can be named once' }] : []
  })
  refusing(() => refuseFields(wrong))
  const tooMuch = given.flatMap(({ lineId, quantity }, at) => {
    const most = left.get(lineId)!
    if (quantity === undefined ? most.sign > 0 : !most.lessThan(quantity)) return []
    const message = most.sign === 0 ? 'This line is already credited' : `Only ${most} left to credit`
    return [{ path: `lines[${at}].${quantity === undefined ? 'lineId' : 'quantity'}`, message }]
  })
  const [first] = tooMuch
  if (first)
    throw new Refusal('credit_exceeds_invoice', `${first.path}: ${first.message}.`, { fields: tooMuch })
  return given.map(({ lineId, quantity }) => ({ lineId, quantity: quantity ?? left.get(lineId)! }))
}
