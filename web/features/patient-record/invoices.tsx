import { Text } from '@mantine/core'
import { type Invoice, type ListedPayment, listInvoices, listPayments } from '#contract'
import { useCall } from '../../api.ts'
import { Caption } from '../../components/caption.tsx'
import { type Column, column, dateColumn } from '../../components/columns.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { TextLink } from '../../components/links.tsx'
import { moneyColumn } from '../../components/money.tsx'
import { Section } from '../../components/page.tsx'
import { RecordLink } from '../../components/record-link.tsx'
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
  column('Number', {}, ({ id, number, billTo }) => (
    <>
      <RecordLink row to="invoice" id={id} name={number ?? 'Draft'} />
      {billTo.name !== billTo.patientName && (
        <Caption>
          to <bdi>{billTo.name}</bdi>
        </Caption>
      )}
    </>
  )),
  dateColumn('Date', { drop: 1, width: '9rem' }, ({ issueDate }) => issueDate),
  column('Status', { width: '11rem' }, (invoice) => <InvoiceState invoice={invoice} today={today} />),
  moneyColumn('Total', { drop: 2, width: '8rem' }, ({ totals, currency }) => [totals.gross, currency]),
  moneyColumn('Amount due', { width: '8rem' }, ({ status, totals, currency }) => [
    status === 'draft' ? null : totals.due,
    currency,
  ]),
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
  column('Invoice', {}, ({ invoice }) => (
    <RecordLink row to="invoice" id={invoice.id} name={invoice.number} />
  )),
  dateColumn('Date', {}, ({ receivedOn }) => receivedOn),
  column('Type', { width: '10rem' }, (payment) => <PaymentKind payment={payment} />),
  column('Method', { drop: 1, width: '8rem' }, ({ method }) => methodNames[method]),
  moneyColumn('Amount', { width: '7rem' }, ({ amount, currency }) => [amount, currency]),
]
