import type { Invoice } from '#contract'
import { isNegative, isZero } from '../../components/amounts.ts'

/** Whether it is past its due date with something left to pay. */
export function isOverdue({ status, dueDate, totals }: Invoice, today: string): boolean {
  const isLeft = !isZero(totals.due) && !isNegative(totals.due)
  return status === 'issued' && dueDate !== null && dueDate < today && isLeft
}

/** What an invoice is called in sentences: its number, once it has one. */
export const titleOf = ({ number }: Pick<Invoice, 'number'>) =>
  number ? `Invoice ${number}` : 'Draft invoice'
