import { NativeSelect, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { createInvoice, type Invoice, listInvoices, type Output } from '#contract'
import { formatAmount, isZero } from '../../../components/amounts.ts'
import { Caption } from '../../../components/caption.tsx'
import { type Column, column, dateColumn, RowLink } from '../../../components/columns.tsx'
import { dayFilter } from '../../../components/day-field.tsx'
import { type FilterOf, searchFilter } from '../../../components/filters.tsx'
import { calendarDate } from '../../../components/format.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { moneyColumn } from '../../../components/money.tsx'
import { headings } from '../../../headings.ts'
import { useFilteredList } from '../../../list.ts'
import { useMay } from '../../../session.ts'
import { useToday } from '../../../today.ts'
import { InvoiceState } from '../invoice-state.tsx'
import { OnlyOfPatient } from '../only-of-patient.tsx'

export default function InvoicesPage() {
  const list = useFilteredList(listInvoices)
  const mayCreate = useMay()(createInvoice)
  return (
    <ListPage
      {...headings['/billing']}
      action={
        <>
          <ButtonLink to="/billing/payments">Payments</ButtonLink>
          <ButtonLink to="/billing/credit-notes">Credit notes</ButtonLink>
          {mayCreate && (
            <ButtonLink variant="filled" to="/billing/new" leftSection={<IconPlus size={16} aria-hidden />}>
              New invoice
            </ButtonLink>
          )}
        </>
      }
      label="Invoices"
      list={list}
      filters={[searchFilter('Search by number or name'), statusFilter, dayFilter()]}
      summary={
        <>
          <OnlyOfPatient what="invoices" filters={list.filters} />
          {list.first && <Totals totals={list.first.totals} />}
        </>
      }
      columns={invoiceColumns(useToday())}
      isFaded={({ status }) => status === 'void'}
      empty={{
        title: 'No invoices yet',
        text: 'An invoice starts as a draft and gets its number when you issue it.',
        action: mayCreate && <ButtonLink to="/billing/new">Create first invoice</ButtonLink>,
      }}
    />
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
        'Too many invoices to add up. Choose a shorter period or a longer search text to see the total.'
      )}
    </Text>
  )
}

const invoiceColumns = (today: string): Column<Invoice>[] => [
  column('Number', { width: '9rem' }, ({ id, number, billTo }) => (
    <RowLink
      to="/billing/$invoiceId"
      params={{ invoiceId: id }}
      {...(!number && { 'aria-label': `Draft for ${billTo.name}` })}
    >
      {number ?? 'Draft'}
    </RowLink>
  )),
  column('Billed to', {}, ({ billTo }) => (
    <>
      <bdi>{billTo.name}</bdi>
      {billTo.patientName !== billTo.name && (
        <Caption>
          for <bdi>{billTo.patientName}</bdi>
        </Caption>
      )}
    </>
  )),
  column('Date', { sort: 'issueDate', drop: 2, width: '7.5rem' }, ({ issueDate }) =>
    issueDate ? calendarDate(issueDate) : 'When issued',
  ),
  dateColumn('Due', { sort: 'dueDate', drop: 1 }, ({ dueDate }) => dueDate),
  column('Status', { width: '8rem' }, (invoice) => <InvoiceState invoice={invoice} today={today} />),
  moneyColumn('Total', { drop: 1, width: '7.5rem' }, ({ totals, currency }) => [totals.gross, currency]),
  moneyColumn('Amount due', { width: '7.5rem' }, ({ status, totals, currency }) => [
    status === 'draft' ? null : totals.due,
    currency,
  ]),
]

const states = [
  { value: '', label: 'Any status' },
  { value: 'draft', label: 'Draft' },
  { value: 'issued', label: 'Issued' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'paid', label: 'Paid' },
  { value: 'void', label: 'Void' },
]

const statusFilter: FilterOf<typeof listInvoices> = ({ values: { status, overdue }, set }) => (
  <NativeSelect
    aria-label="Status"
    data={states}
    value={overdue ? 'overdue' : (status ?? '')}
    onChange={({ currentTarget: { value } }) =>
      set({
        overdue: value === 'overdue' ? 'true' : undefined,
        status: value === 'overdue' ? undefined : ((value || undefined) as Invoice['status'] | undefined),
      })
    }
  />
)
