import { listItems, listLevels, listMovements } from '#contract'

/** What shows stock, which issuing, crediting and voiding change. */
export const stockOperations = [listItems, listLevels, listMovements]

/** What follows from issuing an invoice of which that many lines take from stock. */
export function issuing(linesFromStock: number): string {
  const stock =
    linesFromStock === 0
      ? ''
      : ` ${linesFromStock === 1 ? 'One line takes its item' : `${linesFromStock} lines take their items`} from stock, what expires first going out first.`
  return `It gets the next number of its series and is frozen.${stock} Mistakes found later are mended by a credit note.`
}
