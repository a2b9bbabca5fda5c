import { Stack } from '@mantine/core'
import { type CreditNote, type Invoice, type Movement, type Payment, reversePayment } from '#contract'
import { formatQuantity } from '../../../components/amounts.ts'
import { Caption } from '../../../components/caption.tsx'
import {
  actionsColumn,
  type Column,
  column,
  dateColumn,
  nameColumn,
  numberColumn,
  timeColumn,
} from '../../../components/columns.tsx'
import { DataTable } from '../../../components/data-table.tsx'
import { moneyColumn } from '../../../components/money.tsx'
import { RecordLink } from '../../../components/record-link.tsx'
import { useMay } from '../../../session.ts'
import { PaymentKind } from '../payment-kind.tsx'
import { methodNames } from '../payment-words.ts'
import { ReversePayment } from './reverse-payment.tsx'

export function Payments({ invoice }: { invoice: Invoice }) {
  const mayReverse = useMay()(reversePayment)
  const columns: Column<Payment>[] = [
    dateColumn('Date', { width: '8rem' }, ({ receivedOn }) => receivedOn),
    column('Type', {}, (payment) => <PaymentKind payment={payment} />),
    column('Method', {}, ({ method }) => methodNames[method]),
    nameColumn('Reference', {}, ({ reference }) => reference),
    nameColumn('Recorded by', { drop: 1 }, ({ recordedBy }) => recordedBy.name),
    moneyColumn('Amount', { width: '9rem' }, ({ amount }) => [amount, invoice.currency]),
    ...(mayReverse
      ? [
          actionsColumn(
            '7rem',
            (payment: Payment) =>
              payment.kind !== 'reversal' &&
              !payment.reversedBy && <ReversePayment payment={payment} invoice={invoice} />,
          ),
        ]
      : []),
  ]
  return <DataTable label="Payments" list={invoice.payments} columns={columns} />
}

export function CreditNotes({ invoice }: { invoice: Invoice }) {
  const columns: Column<CreditNote>[] = [
    column('Number', { width: '12rem' }, ({ id, number, reason }) => (
      <>
        <RecordLink to="creditNote" id={id} name={number} />
        <Caption dir="auto">{reason}</Caption>
      </>
    )),
    dateColumn('Date', { width: '8rem' }, ({ issueDate }) => issueDate),
    column('Credited', {}, ({ lines }) => (
      <Stack gap={2}>
        {lines.map(({ lineId, quantity, description }) => (
          <span key={lineId}>
            {quantity && `${formatQuantity(quantity)} × `}
            <bdi>{description}</bdi>
          </span>
        ))}
      </Stack>
    )),
    nameColumn('Issued by', { width: '9rem' }, ({ issuedBy }) => issuedBy.name),
    moneyColumn('Amount', { width: '9rem' }, ({ totals }) => [`-${totals.gross}`, invoice.currency]),
  ]
  return <DataTable label="Credit notes" list={invoice.creditNotes} columns={columns} />
}

const movementColumns: Column<Movement>[] = [
  column('Item', {}, ({ itemId, sku }) => <RecordLink to="item" id={itemId} name={sku} />),
  column('Lot', {}, ({ lotId, lot }) => lotId && <RecordLink to="lot" id={lotId} name={lot} />),
  column('From and to', {}, ({ from, to }) => (
    <>
      <bdi>{from.name}</bdi> → <bdi>{to.name}</bdi>
    </>
  )),
  column('Document', { drop: 1, width: '9rem' }, ({ documentId, reason }) => (
    <RecordLink to="document" id={documentId} name={reason === 'sold' ? 'Invoiced' : 'Returned'} />
  )),
  timeColumn('When', {}, ({ occurredAt }) => occurredAt),
  numberColumn('Quantity', { width: '7rem' }, ({ quantity }) => formatQuantity(quantity)),
]

export function StockMovements({ invoice }: { invoice: Invoice }) {
  return <DataTable label="Stock movements" list={invoice.movements} columns={movementColumns} />
}
