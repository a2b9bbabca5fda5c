import type { Invoice } from '#contract'
import { isNegative, isZero } from '../../components/amounts.ts'
import { StateBadge } from '../../components/state-badge.tsx'
import { isOverdue } from './statuses.ts'

/** Where an invoice stands, in a word or two. */
export function InvoiceState({ invoice, today }: { invoice: Invoice; today: string }) {
  const { status, totals } = invoice
  if (status === 'draft') return <StateBadge kind="quiet">Draft</StateBadge>
  if (status === 'void') return <StateBadge kind="bad">Void</StateBadge>
  if (isNegative(totals.due)) return <StateBadge kind="warning">To give back</StateBadge>
  if (isZero(totals.due) && isZero(totals.paid) && !isZero(totals.credited))
    return <StateBadge kind="quiet">Credited</StateBadge>
  if (status === 'paid') return <StateBadge kind="good">Paid</StateBadge>
  if (isOverdue(invoice, today)) return <StateBadge kind="warning">Overdue</StateBadge>
  return <StateBadge kind="quiet">{isZero(totals.paid) ? 'Issued' : 'Partly paid'}</StateBadge>
}
