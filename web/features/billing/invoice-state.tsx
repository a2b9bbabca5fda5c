import { IconCircleHalf2, IconPencil, IconReceipt2, IconReceiptRefund } from '@tabler/icons-react'
import type { Invoice } from '#contract'
import { isNegative, isZero } from '../../components/amounts.ts'
import { StateBadge } from '../../components/state-badge.tsx'

/** The state of an invoice in a word or two. */
export function InvoiceState({ invoice, today }: { invoice: Invoice; today: string }) {
  const { status, totals } = invoice
  if (status === 'draft') return <StateBadge kind="quiet" icon={IconPencil} text="Draft" />
  if (status === 'void') return <StateBadge kind="bad" text="Void" />
  if (isNegative(totals.due)) return <StateBadge kind="warning" text="Refund due" />
  if (isZero(totals.due) && isZero(totals.paid) && !isZero(totals.credited))
    return <StateBadge kind="quiet" icon={IconReceiptRefund} text="Credited" />
  if (status === 'paid') return <StateBadge kind="good" text="Paid" />
  if (isOverdue(invoice, today)) return <StateBadge kind="warning" text="Overdue" />
  if (isZero(totals.paid)) return <StateBadge kind="quiet" icon={IconReceipt2} text="Issued" />
  return <StateBadge kind="quiet" icon={IconCircleHalf2} text="Partly paid" />
}

/** Whether it is past its due date and not fully paid. */
export function isOverdue({ status, dueDate, totals }: Invoice, today: string): boolean {
  const isUnpaid = !isZero(totals.due) && !isNegative(totals.due)
  return status === 'issued' && dueDate !== null && dueDate < today && isUnpaid
}
