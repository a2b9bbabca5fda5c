import { NativeSelect, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type Invoice, listInvoices, mostInvoicesInTotals, type Output } from '#contract'
import { formatAmount, isZero } from '../../../components/amounts.ts'
import { Caption } from '../../../components/caption.tsx'
import { type Column, DataTable, RowLink } from '../../../components/data-table.tsx'
import { DayField } from '../../../components/day-field.tsx'
import { FilterBar, SearchField } from '../../../components/filters.tsx'
import { calendarDate, formatCount } from '../../../components/format.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { Money } from '../../../components/money.tsx'
import { Only } from '../../../components/only.tsx'
import { PageHeader } from '../../../components/page.tsx'
import { headings } from '../../../headings.ts'
import { useFilters, useList } from '../../../list.ts'
import { useToday } from '../../../today.ts'
import { NamedPatient } from '../../patients/named-patient.tsx'
import { InvoiceState } from '../invoice-state.tsx'

export default function InvoicesPage() {
  const filters = useFilters(listInvoices)
  const { patientId } = filters.values
  const list = useList(listInvoices, filters.values)
  const first = list.first as Output<typeof listInvoices> | undefined
  const today = useToday()

  return (
    <>
      <PageHeader
        {...headings['/billing']}
        action={
          <>
            <ButtonLink to="/billing/payments">Payments</ButtonLink>
            <ButtonLink to="/billing/credit-notes">Credit notes</ButtonLink>
            <ButtonLink variant="filled" to="/billing/new" leftSection={<IconPlus size={16} aria-hidden />}>
              New invoice
            </ButtonLink>
          </>
        }
      />
      <InvoiceFilters filters={filters} />
      {patientId && (
        <Only onShowAll={() => filters.set({ patientId: undefined })}>
          invoices of <NamedPatient patientId={patientId} />
        </Only>
      )}
      {first && <Totals totals={first.totals} />}
      <DataTable
        label="Invoices"
        list={list}
        columns={invoiceColumns(today)}
        filters={filters}
        isFaded={({ status }) => status === 'void'}
        empty={{
          title: 'No invoices yet',
          text: 'An invoice starts as a draft and gets its number when you issue it.',
          action: <ButtonLink to="/billing/new">Create first invoice</ButtonLink>,
        }}
      />
    </>
  )
}

/** What is due of the invoices that the filters select, and how much of it is overdue. */
function Totals({ totals }: Pick<Output<typeof listInvoices>, 'totals'>) {
  if (totals?.length === 0) return null
  const late = totals?.filter(({ overdue }) => !isZero(overdue))
  const sum = (name: 'outstanding' | 'overdue', of: NonNullable<typeof totals>) => (
    <strong>{of.map((total) => formatAmount(total[name], total.currency)).join(', ')}</strong>
  )
  return (
    <Text mb="md" role="status">
      {totals ? (
        <>
          Outstanding: {sum('outstanding', totals)}
          {late && late.length > 0 && <> · Overdue: {sum('overdue', late)}</>}
        </>
      ) : (
        `More than ${formatCount(mostInvoicesInTotals)} outstanding invoices. Choose a shorter period to see their total.`
      )}
    </Text>
  )
}

const invoiceColumns = (today: string): Column<Invoice>[] => [
  {
    heading: 'Number',
    width: '9rem',
    cell: ({ id, number, billTo }) => (
      <RowLink
        to="/billing/$invoiceId"
        params={{ invoiceId: id }}
        {...(!number && { 'aria-label': `Draft for ${billTo.name}` })}
      >
        {number ?? 'Draft'}
      </RowLink>
    ),
  },
  {
    heading: 'Billed to',
    cell: ({ billTo }) => (
      <>
        <bdi>{billTo.name}</bdi>
        {billTo.patientName !== billTo.name && (
          <Caption>
            for <bdi>{billTo.patientName}</bdi>
          </Caption>
        )}
      </>
    ),
  },
  {
    heading: 'Date',
    sort: 'issueDate',
    drop: 2,
    width: '7.5rem',
    cell: ({ issueDate }) => (issueDate ? calendarDate(issueDate) : 'When issued'),
  },
  {
    heading: 'Due',
    sort: 'dueDate',
    drop: 1,
    width: '7.5rem',
    cell: ({ dueDate }) => (dueDate ? calendarDate(dueDate) : null),
  },
  {
    heading: 'Status',
    width: '8rem',
    cell: (invoice) => <InvoiceState invoice={invoice} today={today} />,
  },
  {
    heading: 'Total',
    drop: 1,
    align: 'right',
    width: '7.5rem',
    cell: ({ totals, currency }) => <Money amount={totals.gross} currency={currency} />,
  },
  {
    heading: 'Amount due',
    align: 'right',
    width: '7.5rem',
    cell: ({ status, totals, currency }) =>
      status === 'draft' ? null : <Money amount={totals.due} currency={currency} />,
  },
]

const states = [
  { value: '', label: 'Any status' },
  { value: 'draft', label: 'Draft' },
  { value: 'issued', label: 'Issued' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'paid', label: 'Paid' },
  { value: 'void', label: 'Void' },
]

function InvoiceFilters({ filters }: { filters: ReturnType<typeof useFilters<typeof listInvoices>> }) {
  const { q, status, overdue, from, to } = filters.values
  const choose = (value: string) =>
    filters.set({
      overdue: value === 'overdue' ? 'true' : undefined,
      status: value === 'overdue' ? undefined : ((value || undefined) as Invoice['status'] | undefined),
    })
  return (
    <FilterBar>
      <SearchField label="Search by number or name" value={q} onChange={(q) => filters.set({ q })} />
      <NativeSelect
        aria-label="Status"
        data={states}
        value={overdue ? 'overdue' : (status ?? '')}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <DayField label="From" value={from} onChange={(from) => filters.set({ from })} />
      <DayField label="To" value={to} onChange={(to) => filters.set({ to })} />
    </FilterBar>
  )
}
