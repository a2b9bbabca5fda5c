import type { Invoice, InvoiceLine } from '#contract'
import { isZero } from '../../components/amounts.ts'
import { addDecimals, subtractDecimals } from '../../components/decimals.ts'

/** The lines of which something is left to credit, and how much of each. */
export function leftToCredit({ lines, creditNotes }: Invoice): { line: InvoiceLine; left: string }[] {
  const credited = creditNotes.flatMap((note) => note.lines)
  return lines
    .map((line) => {
      const taken = credited.filter(({ lineId }) => lineId === line.id).map(({ quantity }) => quantity)
      return { line, left: plain(subtractDecimals(line.quantity, taken.reduce(addDecimals, '0'))) }
    })
    .filter(({ left }) => !isZero(left))
}

/** Without zeros at the end that say nothing. */
const plain = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)
