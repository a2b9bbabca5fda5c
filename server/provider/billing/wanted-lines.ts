import { type Invoice, plainDecimal } from '#contract'
import { Refusal } from '#platform'
import { fromUnits, sum, toUnits } from './arithmetic/units.ts'
import { refuseFields, type WrongField } from './refuse-fields.ts'

type Said = { lineId: string; quantity?: string | undefined }[]
type Wanted = { lineId: string; quantity: string }[]

/**
 * The lines to credit and how much of each: what is said, and where nothing is said all that is left.
 * @throws Refusal `validation_failed` for lines that the invoice does not have, `credit_exceeds_invoice` where less is
 * left than is to be credited; with an entry for each line
 */
export function wantedLines(invoice: Invoice, said: Said | undefined): Wanted {
  const left = quantitiesLeft(invoice)
  if (!said) {
    const wanted = [...left]
      .filter(([, units]) => units > 0n)
      .map(([lineId, units]) => ({ lineId, quantity: plain(units) }))
    if (wanted.length === 0)
      throw new Refusal('credit_exceeds_invoice', 'All of this invoice is credited already.')
    return wanted
  }

  const wrong: WrongField[] = said.flatMap(({ lineId }, at) => {
    const path = `lines[${at}].lineId`
    if (!left.has(lineId)) return [{ path, message: 'The invoice has no such line' }]
    const again = said.findIndex((other) => other.lineId === lineId) < at
    return again ? [{ path, message: 'This line is named already' }] : []
  })
  refuseFields(wrong)
  const tooMuch = said.flatMap(({ lineId, quantity }, at) => {
    const units = left.get(lineId)!
    if (quantity === undefined ? units > 0n : toUnits(quantity, 6) <= units) return []
    const message =
      units === 0n ? 'This line is credited already' : `There is only ${plain(units)} left to credit`
    return [{ path: `lines[${at}].${quantity === undefined ? 'lineId' : 'quantity'}`, message }]
  })
  const [first] = tooMuch
  if (first)
    throw new Refusal('credit_exceeds_invoice', `${first.path}: ${first.message}.`, { fields: tooMuch })
  return said.map(({ lineId, quantity }) => ({ lineId, quantity: quantity ?? plain(left.get(lineId)!) }))
}

function quantitiesLeft({ lines, creditNotes }: Invoice): Map<string, bigint> {
  const credited = Map.groupBy(
    creditNotes.flatMap((note) => note.lines),
    ({ lineId }) => lineId,
  )
  return new Map(
    lines.map(({ id, quantity }) => {
      const before = sum((credited.get(id) ?? []).map((line) => toUnits(line.quantity, 6)))
      return [id, toUnits(quantity, 6) - before]
    }),
  )
}

const plain = (units: bigint): string => plainDecimal(fromUnits(units, 6)) ?? '0'
