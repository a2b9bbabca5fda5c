import { Text } from '@mantine/core'
import type { Invoice } from '#contract'
import type { Column } from '../../components/data-table.tsx'
import { calendarDate } from '../../components/format.ts'
import { Money } from '../../components/money.tsx'
import { RowLink } from '../../components/row-link.tsx'
import { InvoiceState } from './invoice-state.tsx'

export const invoiceColumns = (today: string): Column<Invoice>[] => [
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
          <Text size="xs" c="dimmed">
            for <bdi>{billTo.patientName}</bdi>
          </Text>
        )}
      </>
    ),
  },
  {
    heading: 'Date',
    width: '7.5rem',
    cell: ({ issueDate }) => (issueDate ? calendarDate(issueDate) : 'When issued'),
  },
  { heading: 'Due', width: '7.5rem', cell: ({ dueDate }) => (dueDate ? calendarDate(dueDate) : '–') },
  {
    heading: 'Status',
    width: '8rem',
    cell: (invoice) => <InvoiceState invoice={invoice} today={today} />,
  },
  {
    heading: 'Total',
    align: 'right',
    width: '7.5rem',
    cell: ({ totals, currency }) => <Money amount={totals.gross} currency={currency} />,
  },
  {
    heading: 'Left to pay',
    align: 'right',
    width: '7.5rem',
    cell: ({ status, totals, currency }) =>
      status === 'draft' ? '–' : <Money amount={totals.due} currency={currency} />,
  },
]
