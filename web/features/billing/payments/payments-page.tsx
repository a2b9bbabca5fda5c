import { Text } from '@mantine/core'
import { type ListedPayment, listPayments, mostPaymentsInTotals, type Output } from '#contract'
import { formatAmount } from '../../../components/amounts.ts'
import { Caption } from '../../../components/caption.tsx'
import { type Column, DataTable, RowLink } from '../../../components/data-table.tsx'
import { calendarDate, formatCount } from '../../../components/format.ts'
import { Money } from '../../../components/money.tsx'
import { Only } from '../../../components/only.tsx'
import { PageHeader } from '../../../components/page.tsx'
import { useFilters, useList } from '../../../list.ts'
import { NamedPatient } from '../../patients/named-patient.tsx'
import { PaymentKind } from '../payment-kind.tsx'
import { methodNames } from '../payment-words.ts'
import { PaymentFilters } from './payment-filters.tsx'

type Payments = Output<typeof listPayments>

/** All payments, refunds and reversals, or those that the filters select, with their sum. */
export default function PaymentsPage() {
  const filters = useFilters(listPayments)
  const { patientId, currency } = filters.values
  const list = useList(listPayments, filters.values)
  const first = list.first as Payments | undefined
  return (
    <>
      <PageHeader
        title="Payments"
        back={{ to: '/billing', label: 'Billing' }}
        description="Payments, refunds and reversals by date, newest first. They never change. Reverse one on its invoice to correct a mistake."
      />
      <PaymentFilters filters={filters} />
      {(patientId || currency) && (
        <Only onShowAll={() => filters.set({ patientId: undefined, currency: undefined })}>
          payments{' '}
          {patientId && (
            <>
              of <NamedPatient patientId={patientId} />
            </>
          )}{' '}
          {currency && `in ${currency}`}
        </Only>
      )}
      {first && first.data.length > 0 && <Totals totals={first.totals} />}
      <DataTable
        label="Payments"
        list={list}
        columns={columns}
        filters={filters}
        isFaded={({ reversedBy }) => reversedBy !== null}
        empty={{ title: 'No payments yet', text: 'Payments that you record on invoices are listed here.' }}
      />
    </>
  )
}

function Totals({ totals }: Pick<Payments, 'totals'>) {
  return (
    <Text mb="md" role="status">
      {totals ? (
        <>
          Total:{' '}
          <strong>{totals.map(({ amount, currency }) => formatAmount(amount, currency)).join(', ')}</strong>
        </>
      ) : (
        `More than ${formatCount(mostPaymentsInTotals)} payments. Choose a shorter period to see the total.`
      )}
    </Text>
  )
}

const columns: Column<ListedPayment>[] = [
  {
    heading: 'Invoice',
    width: '9rem',
    cell: ({ invoice }) => (
      <RowLink to="/billing/$invoiceId" params={{ invoiceId: invoice.id }}>
        {invoice.number}
      </RowLink>
    ),
  },
  { heading: 'Date', width: '7.5rem', cell: ({ receivedOn }) => calendarDate(receivedOn) },
  {
    heading: 'Billed to',
    cell: ({ patient, billedTo }) => (
      <>
        <bdi>{billedTo}</bdi>
        {patient.name !== billedTo && (
          <Caption>
            for <bdi>{patient.name}</bdi>
          </Caption>
        )}
      </>
    ),
  },
  { heading: 'Type', width: '11.5rem', cell: (payment) => <PaymentKind payment={payment} /> },
  { heading: 'Method', drop: 1, width: '7.5rem', cell: ({ method }) => methodNames[method] },
  {
    heading: 'Reference',
    drop: 1,
    width: '10rem',
    cell: ({ reference }) => reference && <bdi>{reference}</bdi>,
  },
  {
    heading: 'Amount',
    align: 'right',
    width: '8rem',
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
]
