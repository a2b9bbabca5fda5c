import { Text } from '@mantine/core'
import type { Invoice } from '#contract'
import { formatAmount, isNegative, isZero } from '../../components/amounts.ts'
import { calendarDate } from '../../components/format.ts'
import { isOverdue } from './statuses.ts'

/** How an invoice stands and what can be done about it, in sentences. */
export function InvoiceWords({ invoice, today }: { invoice: Invoice; today: string }) {
  if (invoice.status === 'draft')
    return 'A draft: it has no number yet, takes nothing from stock, and can be changed until it is issued.'
  if (invoice.status === 'void') {
    return (
      <>
        It is void, and its number stays taken. The reason: <Reason>{invoice.voidReason}</Reason>
      </>
    )
  }
  return `${standing(invoice, today)} It is frozen: a credit note mends mistakes.`
}

function standing(invoice: Invoice, today: string): string {
  const { currency, dueDate, totals } = invoice
  const due = formatAmount(totals.due.replace('-', ''), currency)
  if (isNegative(totals.due)) return `${due} is to be given back.`
  if (isZero(totals.due)) return isZero(totals.paid) ? 'Nothing is left to pay.' : 'It is paid in full.'
  if (!dueDate) return `${due} is left to pay.`
  const when = isOverdue(invoice, today) ? 'was due on' : 'is due by'
  return `${due} ${when} ${calendarDate(dueDate)}.`
}

const Reason = ({ children }: { children: React.ReactNode }) => (
  <Text span inherit dir="auto">
    “{children}”
  </Text>
)
