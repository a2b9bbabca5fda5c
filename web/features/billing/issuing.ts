import { listItems, listLevels, listMovements } from '#contract'
import { confirm } from '../../components/confirm.tsx'
import { notifyDone } from '../../components/notify.tsx'

/** The operations that show stock, which issuing, crediting and voiding change. */
export const stockOperations = [listItems, listLevels, listMovements]

/** Asks before issuing an invoice, stating what follows from it. */
export function confirmIssue(
  lines: readonly { itemId?: string | null | undefined }[],
  act: () => unknown,
): void {
  const fromStock = lines.filter(({ itemId }) => itemId).length
  const stock =
    fromStock === 0
      ? ''
      : ` ${fromStock === 1 ? 'One line takes its item' : `${fromStock} lines take their items`} from stock, earliest expiry date first.`
  confirm({
    title: 'Issue this invoice?',
    consequences: `It gets the next number of its series and can no longer be edited.${stock} To correct it later, create a credit note.`,
    confirm: 'Issue invoice',
    destroys: false,
    act,
  })
}

export const notifyIssued = (number: string | null) => notifyDone(`Invoice ${number} issued`)
