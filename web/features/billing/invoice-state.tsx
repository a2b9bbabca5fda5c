import { IconCircleHalf2, IconPencil, IconReceipt2, IconReceiptRefund } from '@tabler/icons-react'
import type { Invoice } from '#contract'
import { isNegative, isZero } from '../../components/amounts.ts'
import { StateBadge } from '../../components/state-badge.tsx'

/** The state of an invoice in a word or two. */
export function InvoiceState({ invoice, today }: { invoice: Invoice; today: string }) {
  const { status, totals } = invoice
  if (status === 'draft')
    return (
      <StateBadge kind="quiet" icon={IconPencil}>
        Draft
      </StateBadge>
    )
  if (status === 'void') return <StateBadge kind="bad">Void</StateBadge>
  if (isNegative(totals.due)) return <StateBadge kind="warning">Refund due</StateBadge>
  if (isZero(totals.due) && isZero(totals.paid) && !isZero(totals.credited))
    return (
      <StateBadge kind="quiet" icon={IconReceiptRefund}>
        Credited
      </StateBadge>
    )
  if (status === 'paid') return <StateBadge kind="good">Paid</StateBadge>
  if (isOverdue(invoice, today)) return <StateBadge kind="warning">Overdue</StateBadge>
  if (isZero(totals.paid))
    return (
      <StateBadge kind="quiet" icon={IconReceipt2}>
        Issued
      </StateBadge>
    )
  return (
    <StateBadge kind="quiet" icon={IconCircleHalf2}>
      Partly paid
    </StateBadge>
  )
}

/** Whether it is past its due date and not fully paid. */
export function isOverdue({ status, dueDate, totals }: Invoice, today: string): boolean {
  const isUnpaid = !isZero(totals.due) && !isNegative(totals.due)
  return status === 'issued' && dueDate !== null && dueDate < today && isUnpaid
}
