import { Box, Text } from '@mantine/core'
import type { BillTo, CreditNoteDocument, Invoice } from '#contract'
import {
  formatAmount,
  formatPercent,
  formatQuantity,
  formatUnitPrice,
  isZero,
} from '../../components/amounts.ts'
import { Caption } from '../../components/caption.tsx'
import { type Column, column, numberColumn } from '../../components/columns.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { type Fact, Facts } from '../../components/facts.tsx'
import { calendarDate, plural } from '../../components/format.ts'
import { Money, moneyColumn } from '../../components/money.tsx'
import { RecordLink } from '../../components/record-link.tsx'
import { addressLines } from '../patients/address.ts'
import classes from './document-sheet.module.css'
import { taxName, taxOfLine } from './taxes.ts'
import { Totals } from './totals.tsx'

type Document = Invoice | CreditNoteDocument
type Line = Document['lines'][number]

/** The content of an invoice or a credit note: recipient, lines and totals. */
export function DocumentSheet({ document }: { document: Document }) {
  const { billTo, patientId, issueDate, taxMode, lines } = document
  const invoice = 'dueDate' in document ? document : null
  const isIssued = invoice?.status === 'issued' || invoice?.status === 'paid'
  return (
    <>
      <Facts
        facts={[
          { name: 'Date', value: issueDate ? calendarDate(issueDate) : 'Day of issue' },
          'dueDate' in document ? dueOf(document) : invoiceOf(document),
          {
            name: 'Patient',
            value: <RecordLink to="patient" id={patientId} name={billTo.patientName || 'Without a name'} />,
          },
          ...(invoice?.buyerReference
            ? [{ name: 'Buyer reference', value: <bdi>{invoice.buyerReference}</bdi> }]
            : []),
          ...(invoice ? [{ name: 'Series', value: invoice.series }] : []),
          { name: 'Prices', value: taxMode === 'inclusive' ? 'Including tax' : 'Excluding tax' },
        ]}
      />
      <BilledTo billTo={billTo} />
      <DataTable<Line> label="Lines" list={lines} idOf={idOf} columns={columnsOf(document)} />
      <div className={classes.below}>
        {invoice && <Notes invoice={invoice} />}
        <Box flex="1 1 16rem" maw="22rem">
          <Totals document={document} isIssued={isIssued} />
        </Box>
      </div>
    </>
  )
}

const dueOf = ({ dueDate, termsDays }: Invoice): Fact => ({
  name: 'Due',
  value: dueDate ? calendarDate(dueDate) : termsOf(termsDays),
})

const invoiceOf = ({ invoiceId, invoiceNumber }: CreditNoteDocument): Fact => ({
  name: 'Invoice',
  value: <RecordLink to="invoice" id={invoiceId} name={invoiceNumber} />,
})

const idOf = (line: Line): string => ('lineId' in line ? line.lineId : line.id)

function columnsOf(document: Document): Column<Line>[] {
  const { currency, taxMode } = document
  const isInclusive = taxMode === 'inclusive'
  return [
    column('Description', {}, (line) => {
      const details = [line.code, 'lot' in line && line.lot && `lot ${line.lot}`].filter(Boolean)
      return (
        <>
          <span dir="auto">{line.description}</span>
          {details.length > 0 && <Caption>{details.join(', ')}</Caption>}
        </>
      )
    }),
    numberColumn('Quantity', { width: '6rem' }, ({ quantity }) => quantity && formatQuantity(quantity)),
    ...('dueDate' in document ? priceColumns(document) : []),
    numberColumn('Tax', { width: '8rem' }, taxOfLine),
    moneyColumn(isInclusive ? 'Including tax' : 'Amount', { width: '8rem' }, ({ net, gross }) => [
      isInclusive ? gross : net,
      currency,
    ]),
  ]
}

const priceColumns = ({ currency, taxMode }: Invoice): Column<Line>[] => [
  numberColumn(
    taxMode === 'inclusive' ? 'Price incl. tax' : 'Price',
    { width: '8rem' },
    (line) => 'unitPrice' in line && formatUnitPrice(line.unitPrice, currency),
  ),
  numberColumn('Discount', { width: '8rem' }, (line) =>
    'discount' in line && !isZero(line.discount) ? (
      <>
        <Money amount={line.discount} currency={currency} />
        {line.discountPercent && <Caption>{formatPercent(line.discountPercent)}</Caption>}
      </>
    ) : null,
  ),
]

function termsOf(days: number | null): string {
  if (days === null) return 'Default payment terms'
  return days === 0 ? 'On receipt' : `${plural(days, 'day')} after its date`
}

/** Discounts, reasons for charging no tax, and the note. */
function Notes({ invoice: { discounts, taxBreakdown, taxMode, currency, note } }: { invoice: Invoice }) {
  const reasons = [...new Set(taxBreakdown.flatMap(({ exemptionReason }) => exemptionReason ?? []))]
  return (
    <div className={classes.notes}>
      {discounts.map((discount, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no key of their own and never change
        <Text key={at}>
          <bdi>{discount.reason}</bdi>
          {discount.percent && ` ${formatPercent(discount.percent)}`}
          {taxBreakdown.length > 1 &&
            ` (${taxName({ category: discount.taxCategory, rate: discount.taxRate })})`}
          : −{formatAmount(taxMode === 'inclusive' ? discount.gross : discount.amount, currency)}
        </Text>
      ))}
      {reasons.map((reason) => (
        <Text key={reason} c="dimmed">
          <bdi>{reason}</bdi>
        </Text>
      ))}
      {note && (
        <Text dir="auto" style={{ whiteSpace: 'pre-line' }}>
          {note}
        </Text>
      )}
    </div>
  )
}

/** Name and address as on an envelope. */
function BilledTo({ billTo }: { billTo: BillTo }) {
  const { name, email, electronicAddress, taxId } = billTo
  const rest = [...addressLines(billTo), email, electronicAddress, taxId && `VAT identifier ${taxId}`].filter(
    Boolean,
  )
  return (
    <section className={classes.billedTo} aria-label="Billed to">
      <Caption>Billed to</Caption>
      <Text fw={600}>
        <bdi>{name || 'Without a name'}</bdi>
      </Text>
      {[...new Set(rest)].map((part) => (
        <Text key={part}>
          <bdi>{part}</bdi>
        </Text>
      ))}
    </section>
  )
}
