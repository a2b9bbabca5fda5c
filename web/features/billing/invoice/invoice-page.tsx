import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { getInvoice, type Invoice } from '#contract'
import { useCall } from '../../../api.ts'
import { formatAmount, isNegative, isZero } from '../../../components/amounts.ts'
import { Caption } from '../../../components/caption.tsx'
import { calendarDate } from '../../../components/format.ts'
import { Loaded, PageHeader, Section } from '../../../components/page.tsx'
import { useToday } from '../../../today.ts'
import { DocumentSheet } from '../document-sheet.tsx'
import { InvoiceState, isOverdue } from '../invoice-state.tsx'
import { titleOf } from '../invoice-title.ts'
import { InvoiceActions } from './invoice-actions.tsx'
import { CreditNotes, Payments, StockMovements } from './invoice-history.tsx'

const route = getRouteApi('/shell/billing/$invoiceId')

export default function InvoicePage() {
  const { invoiceId } = route.useParams()
  const call = useCall(getInvoice, { invoiceId })
  return (
    <Loaded call={call} heading="Invoice" what="The invoice could not be loaded">
      {(invoice) => <InvoiceDetails key={invoice.id} invoice={invoice} />}
    </Loaded>
  )
}

function InvoiceDetails({ invoice }: { invoice: Invoice }) {
  const today = useToday()
  const { payments, creditNotes, movements } = invoice
  return (
    <>
      <PageHeader
        title={titleOf(invoice)}
        back={{ to: '/billing', label: 'Billing' }}
        badge={<InvoiceState invoice={invoice} today={today} />}
        description={<Explanation invoice={invoice} today={today} />}
        action={<InvoiceActions invoice={invoice} />}
      />
      <DocumentSheet document={invoice} />
      {payments.length > 0 && (
        <Section title="Payments">
          <Payments invoice={invoice} />
        </Section>
      )}
      {creditNotes.length > 0 && (
        <Section title="Credit notes">
          <CreditNotes invoice={invoice} />
        </Section>
      )}
      {movements.length > 0 && (
        <Section title="Stock">
          <StockMovements invoice={invoice} />
        </Section>
      )}
      <Caption mt="xl">
        Created by <bdi>{invoice.createdBy.name}</bdi>
      </Caption>
    </>
  )
}

/** The state of an invoice, and what can be done about it, in sentences. */
function Explanation({ invoice, today }: { invoice: Invoice; today: string }) {
  if (invoice.status === 'draft')
    return 'A draft has no number, takes nothing from stock, and can be edited until you issue it.'
  if (invoice.status === 'void') {
    return (
      <>
        Void. Its number is not used again. Reason:{' '}
        <Text span inherit dir="auto">
          “{invoice.voidReason}”
        </Text>
      </>
    )
  }
  return `${amountDue(invoice, today)} Issued invoices can’t be edited. Create a credit note to correct one.`
}

function amountDue(invoice: Invoice, today: string): string {
  const { currency, dueDate, totals } = invoice
  const due = formatAmount(totals.due.replace('-', ''), currency)
  if (isNegative(totals.due)) return `${due} to refund.`
  if (isZero(totals.due)) return isZero(totals.paid) ? 'Nothing is due.' : 'Paid in full.'
  if (!dueDate) return `${due} is due.`
  const when = isOverdue(invoice, today) ? 'was due on' : 'is due by'
  return `${due} ${when} ${calendarDate(dueDate)}.`
}
