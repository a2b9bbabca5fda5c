import { NativeSelect, Text } from '@mantine/core'
import { type ListedPayment, listPayments, type Output, paymentMethods } from '#contract'
import { formatAmount } from '../../../components/amounts.ts'
import { Caption } from '../../../components/caption.tsx'
import { type Column, column, dateColumn, nameColumn } from '../../../components/columns.tsx'
import { dayFilter } from '../../../components/day-field.tsx'
import { type Filter, searchFilter } from '../../../components/filters.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { moneyColumn } from '../../../components/money.tsx'
import { RecordLink } from '../../../components/record-link.tsx'
import { selectFilter } from '../../../components/select-filter.tsx'
import { useFilteredList } from '../../../list.ts'
import type { FiltersOf } from '../../../list-address.ts'
import { OnlyOfPatient } from '../only-of-patient.tsx'
import { PaymentKind } from '../payment-kind.tsx'
import { methodNames } from '../payment-words.ts'

type Payments = Output<typeof listPayments>

/** All payments, refunds and reversals, or those that the filters select, with their sum. */
export default function PaymentsPage() {
  const list = useFilteredList(listPayments)
  const { first } = list
  return (
    <ListPage
      title="Payments"
      back={{ to: '/billing', label: 'Billing' }}
      description="Payments, refunds and reversals by date, newest first. They never change. Reverse one on its invoice to correct a mistake."
      list={list}
      filters={filters}
      summary={
        <>
          <OnlyOfPatient what="payments" filters={list.filters} />
          {first && first.data.length > 0 && <Totals totals={first.totals} />}
        </>
      }
      columns={columns}
      isFaded={({ reversedBy }) => reversedBy !== null}
      empty={{ title: 'No payments yet', text: 'Payments that you record on invoices are listed here.' }}
    />
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
        'Too many payments to add up. Choose a shorter period or a longer search text to see the total.'
      )}
    </Text>
  )
}

const columns: Column<ListedPayment>[] = [
  column('Invoice', { width: '9rem' }, ({ invoice }) => (
    <RecordLink row to="invoice" id={invoice.id} name={invoice.number} />
  )),
  dateColumn('Date', {}, ({ receivedOn }) => receivedOn),
  column('Billed to', {}, ({ patient, billedTo }) => (
    <>
      <bdi>{billedTo}</bdi>
      {patient && patient.name !== billedTo && (
        <Caption>
          for <bdi>{patient.name}</bdi>
        </Caption>
      )}
    </>
  )),
  column('Type', { width: '11.5rem' }, (payment) => <PaymentKind payment={payment} />),
  column('Method', { drop: 1, width: '7.5rem' }, ({ method }) => methodNames[method]),
  nameColumn('Reference', { drop: 1, width: '10rem' }, ({ reference }) => reference),
  moneyColumn('Amount', { width: '8rem' }, ({ amount, currency }) => [amount, currency]),
]

type Query = FiltersOf<typeof listPayments>

/** What is selected by type: of `kind` or `reversed`, one at most. */
const types: { value: string; label: string; query: Pick<Query, 'kind' | 'reversed'> }[] = [
  { value: '', label: 'Any type', query: {} },
  { value: 'payment', label: 'Payments', query: { kind: 'payment' } },
  { value: 'refund', label: 'Refunds', query: { kind: 'refund' } },
  { value: 'reversal', label: 'Reversals', query: { kind: 'reversal' } },
  { value: 'reversed', label: 'Reversed', query: { reversed: 'true' } },
  { value: 'valid', label: 'Not reversed', query: { reversed: 'false' } },
]

const filters: Filter<Query>[] = [
  searchFilter('Search by reference, invoice or name'),
  ({ values: { kind, reversed }, set }) => (
    <NativeSelect
      aria-label="Type"
      data={types.map(({ value, label }) => ({ value, label }))}
      value={types.find(({ query }) => query.kind === kind && query.reversed === reversed)?.value ?? ''}
      onChange={({ currentTarget }) =>
        set({
          kind: undefined,
          reversed: undefined,
          ...types.find(({ value }) => value === currentTarget.value)?.query,
        })
      }
    />
  ),
  selectFilter('method', 'Payment method', 'Any method', paymentMethods, (method) => methodNames[method]),
  dayFilter(),
]
