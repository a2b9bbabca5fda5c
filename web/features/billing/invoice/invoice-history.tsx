import { Stack } from '@mantine/core'
import { type CreditNote, type Invoice, type Movement, type Payment, reversePayment } from '#contract'
import { formatQuantity } from '../../../components/amounts.ts'
import { Caption } from '../../../components/caption.tsx'
import { type Column, DataTable } from '../../../components/data-table.tsx'
import { calendarDate } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { Money } from '../../../components/money.tsx'
import { RelativeTime } from '../../../components/relative-time.tsx'
import { staticList } from '../../../list.ts'
import { useMay } from '../../../session.ts'
import { PaymentKind } from '../payment-kind.tsx'
import { methodNames } from '../payment-words.ts'
import { ReversePayment } from './reverse-payment.tsx'

export function Payments({ invoice }: { invoice: Invoice }) {
  const mayReverse = useMay()(reversePayment)
  const columns: Column<Payment>[] = [
    { heading: 'Date', width: '8rem', cell: ({ receivedOn }) => calendarDate(receivedOn) },
    { heading: 'Type', cell: (payment) => <PaymentKind payment={payment} /> },
    { heading: 'Method', cell: ({ method }) => methodNames[method] },
    { heading: 'Reference', cell: ({ reference }) => reference && <bdi>{reference}</bdi> },
    { heading: 'Recorded by', drop: 1, cell: ({ recordedBy }) => <bdi>{recordedBy.name}</bdi> },
    {
      heading: 'Amount',
      align: 'right',
      width: '9rem',
      cell: ({ amount }) => <Money amount={amount} currency={invoice.currency} />,
    },
    ...(mayReverse
      ? [
          {
            heading: 'Actions',
            hideHeading: true,
            align: 'right' as const,
            width: '7rem',
            cell: (payment: Payment) =>
              payment.kind !== 'reversal' &&
              !payment.reversedBy && <ReversePayment payment={payment} invoice={invoice} />,
          },
        ]
      : []),
  ]
  return <DataTable label="Payments" list={staticList(invoice.payments)} columns={columns} />
}

export function CreditNotes({ invoice }: { invoice: Invoice }) {
  const columns: Column<CreditNote>[] = [
    {
      heading: 'Number',
      width: '12rem',
      cell: ({ id, number, reason }) => (
        <>
          <TextLink to="/billing/credit-notes/$creditNoteId" params={{ creditNoteId: id }}>
            {number}
          </TextLink>
          <Caption dir="auto">{reason}</Caption>
        </>
      ),
    },
    { heading: 'Date', width: '8rem', cell: ({ issueDate }) => calendarDate(issueDate) },
    {
      heading: 'Credited',
      cell: ({ lines }) => (
        <Stack gap={2}>
          {lines.map(({ lineId, quantity, description }) => (
            <span key={lineId}>
              {quantity && `${formatQuantity(quantity)} × `}
              <bdi>{description}</bdi>
            </span>
          ))}
        </Stack>
      ),
    },
    { heading: 'Issued by', width: '9rem', cell: ({ issuedBy }) => <bdi>{issuedBy.name}</bdi> },
    {
      heading: 'Amount',
      align: 'right',
      width: '9rem',
      cell: ({ totals }) => <Money amount={`-${totals.gross}`} currency={invoice.currency} />,
    },
  ]
  return <DataTable label="Credit notes" list={staticList(invoice.creditNotes)} columns={columns} />
}

const movementColumns: Column<Movement>[] = [
  {
    heading: 'Item',
    cell: ({ itemId, sku }) => (
      <TextLink to="/inventory/items/$itemId" params={{ itemId }}>
        <bdi>{sku}</bdi>
      </TextLink>
    ),
  },
  {
    heading: 'Lot',
    cell: ({ lotId, lot }) =>
      lotId && (
        <TextLink to="/inventory/lots/$lotId" params={{ lotId }}>
          <bdi>{lot}</bdi>
        </TextLink>
      ),
  },
  {
    heading: 'From and to',
    cell: ({ from, to }) => (
      <>
        <bdi>{from.name}</bdi> → <bdi>{to.name}</bdi>
      </>
    ),
  },
  {
    heading: 'Document',
    drop: 1,
    width: '9rem',
    cell: ({ documentId, reason }) => (
      <TextLink to="/inventory/documents/$documentId" params={{ documentId }}>
        {reason === 'sold' ? 'Invoiced' : 'Returned'}
      </TextLink>
    ),
  },
  { heading: 'When', width: '9rem', cell: ({ occurredAt }) => <RelativeTime at={occurredAt} /> },
  { heading: 'Quantity', align: 'right', width: '7rem', cell: ({ quantity }) => formatQuantity(quantity) },
]

export function StockMovements({ invoice }: { invoice: Invoice }) {
  return <DataTable label="Stock movements" list={staticList(invoice.movements)} columns={movementColumns} />
}
