import { Text } from '@mantine/core'
import { type Invoice, type ListedPayment, listInvoices, listPayments } from '#contract'
import { useCall } from '../../api.ts'
import { Caption } from '../../components/caption.tsx'
import { type Column, DataTable, RowLink } from '../../components/data-table.tsx'
import { calendarDate } from '../../components/format.ts'
import { TextLink } from '../../components/links.tsx'
import { Money } from '../../components/money.tsx'
import { Section } from '../../components/page.tsx'
import { wholeList } from '../../list.ts'
import { useToday } from '../../today.ts'
import { InvoiceState } from '../billing/invoice-state.tsx'
import { PaymentKind } from '../billing/payment-kind.tsx'
import { methodNames } from '../billing/payment-words.ts'

/** The number of rows shown here. The lists have the others. */
const few = 5

/** The newest invoices of a patient. */
export function PatientInvoices({ patientId }: { patientId: string }) {
  const today = useToday()
  const list = wholeList(useCall(listInvoices, { patientId, limit: few }))
  if (list.rows?.length === 0)
    return (
      <Section title="Invoices">
        <Text c="dimmed">No invoices yet.</Text>
      </Section>
    )
  return (
    <Section
      title="Invoices"
      action={
        <>
          <TextLink to="/patients/$patientId/statement" params={{ patientId }}>
            Statement
          </TextLink>
          <TextLink to="/billing" search={{ patientId }}>
            All invoices
          </TextLink>
        </>
      }
    >
      <DataTable
        label="Invoices"
        list={list}
        columns={invoiceColumns(today)}
        isFaded={({ status }) => status === 'void'}
      />
    </Section>
  )
}

const invoiceColumns = (today: string): Column<Invoice>[] => [
  {
    heading: 'Number',
    cell: ({ id, number, billTo }) => (
      <>
        <RowLink to="/billing/$invoiceId" params={{ invoiceId: id }}>
          {number ?? 'Draft'}
        </RowLink>
        {billTo.name !== billTo.patientName && (
          <Caption>
            to <bdi>{billTo.name}</bdi>
          </Caption>
        )}
      </>
    ),
  },
  {
    heading: 'Date',
    drop: 1,
    width: '9rem',
    cell: ({ issueDate }) => issueDate && calendarDate(issueDate),
  },
  { heading: 'Status', width: '11rem', cell: (invoice) => <InvoiceState invoice={invoice} today={today} /> },
  {
    heading: 'Total',
    drop: 2,
    align: 'right',
    width: '8rem',
    cell: ({ totals, currency }) => <Money amount={totals.gross} currency={currency} />,
  },
  {
    heading: 'Amount due',
    align: 'right',
    width: '8rem',
    cell: ({ status, totals, currency }) =>
      status === 'draft' ? null : <Money amount={totals.due} currency={currency} />,
  },
]

/** The newest payments of a patient; nothing if there are none. */
export function PatientPayments({ patientId }: { patientId: string }) {
  const list = wholeList(useCall(listPayments, { patientId, limit: few }))
  if (!list.error && !list.rows?.length) return null
  return (
    <Section
      title="Payments"
      action={
        <TextLink to="/billing/payments" search={{ patientId }}>
          All payments
        </TextLink>
      }
    >
      <DataTable
        label="Payments"
        list={list}
        columns={paymentColumns}
        isFaded={({ reversedBy }) => reversedBy !== null}
      />
    </Section>
  )
}

const paymentColumns: Column<ListedPayment>[] = [
  {
    heading: 'Invoice',
    cell: ({ invoice }) => (
      <RowLink to="/billing/$invoiceId" params={{ invoiceId: invoice.id }}>
        {invoice.number}
      </RowLink>
    ),
  },
  { heading: 'Date', width: '7.5rem', cell: ({ receivedOn }) => calendarDate(receivedOn) },
  { heading: 'Type', width: '10rem', cell: (payment) => <PaymentKind payment={payment} /> },
  { heading: 'Method', drop: 1, width: '8rem', cell: ({ method }) => methodNames[method] },
  {
    heading: 'Amount',
    align: 'right',
    width: '7rem',
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
]
