import { Box, Text } from '@mantine/core'
import type { CreditNoteDocument, Invoice, InvoiceLine } from '#contract'
import {
  formatAmount,
  formatPercent,
  formatQuantity,
  formatUnitPrice,
  isZero,
} from '../../../components/amounts.ts'
import { Caption } from '../../../components/caption.tsx'
import { type Column, DataTable } from '../../../components/data-table.tsx'
import { type Fact, Facts } from '../../../components/facts.tsx'
import { calendarDate, plural } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { Money } from '../../../components/money.tsx'
import { staticList } from '../../../list.ts'
import { BilledTo } from '../billed-to.tsx'
import { taxName, taxOfLine } from '../taxes.ts'
import { Totals } from '../totals.tsx'
import classes from './document-sheet.module.css'

type Document = Invoice | CreditNoteDocument

/** The content of an invoice or a credit note: recipient, lines and totals. */
export function DocumentSheet({ document }: { document: Document }) {
  const { billTo, patientId, issueDate, taxMode } = document
  const invoice = isInvoice(document) ? document : null
  return (
    <>
      <Facts
        facts={[
          { name: 'Date', value: issueDate ? calendarDate(issueDate) : 'Day of issue' },
          isInvoice(document) ? dueOf(document) : creditedBy(document),
          {
            name: 'Patient',
            value: (
              <TextLink to="/patients/$patientId" params={{ patientId }}>
                <bdi>{billTo.patientName || 'Without a name'}</bdi>
              </TextLink>
            ),
          },
          ...(invoice?.buyerReference
            ? [{ name: 'Buyer reference', value: <bdi>{invoice.buyerReference}</bdi> }]
            : []),
          ...(invoice ? [{ name: 'Series', value: invoice.series }] : []),
          { name: 'Prices', value: taxMode === 'inclusive' ? 'Including tax' : 'Excluding tax' },
        ]}
      />
      <BilledTo billTo={billTo} />
      <DataTable label="Lines" list={staticList(linesOf(document))} columns={columnsOf(document)} />
      <div className={classes.below}>
        {invoice && <Notes invoice={invoice} />}
        <Box flex="1 1 16rem" maw="22rem" {...(!invoice && { ml: 'auto' })}>
          <Totals document={document} isIssued={invoice?.status === 'issued' || invoice?.status === 'paid'} />
        </Box>
      </div>
    </>
  )
}

const isInvoice = (document: Document): document is Invoice => 'dueDate' in document

const dueOf = ({ dueDate, termsDays }: Invoice): Fact => ({
  name: 'Due',
  value: dueDate ? calendarDate(dueDate) : termsOf(termsDays),
})

function termsOf(days: number | null): string {
  if (days === null) return 'Default payment terms'
  return days === 0 ? 'On receipt' : `${plural(days, 'day')} after its date`
}

const creditedBy = ({ invoiceId, invoiceNumber }: CreditNoteDocument): Fact => ({
  name: 'Invoice',
  value: (
    <TextLink to="/billing/$invoiceId" params={{ invoiceId }}>
      {invoiceNumber}
    </TextLink>
  ),
})

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

type OfBoth = Pick<InvoiceLine, 'id' | 'description' | 'code' | 'taxCategory' | 'taxRate' | 'net' | 'gross'>
/** A line of a document. Credit notes have no prices and no lots, and no quantities of amounts. */
type Line = OfBoth &
  Partial<Pick<InvoiceLine, 'lot' | 'unitPrice' | 'discount' | 'discountPercent'>> & {
    quantity: string | null
  }

const linesOf = (document: Document): Line[] =>
  isInvoice(document) ? document.lines : document.lines.map((line) => ({ ...line, id: line.lineId }))

function columnsOf(document: Document): Column<Line>[] {
  const { currency, taxMode } = document
  const right = { align: 'right', width: '8rem' } as const
  return [
    {
      heading: 'Description',
      cell: ({ description, code, lot }) => (
        <>
          <span dir="auto">{description}</span>
          {(code || lot) && <Caption>{[code, lot && `lot ${lot}`].filter(Boolean).join(', ')}</Caption>}
        </>
      ),
    },
    {
      heading: 'Quantity',
      ...right,
      width: '6rem',
      cell: ({ quantity }) => (quantity ? formatQuantity(quantity) : null),
    },
    ...(isInvoice(document) ? priceColumns(document) : []),
    { heading: 'Tax', ...right, cell: taxOfLine },
    {
      heading: taxMode === 'inclusive' ? 'Including tax' : 'Amount',
      ...right,
      cell: ({ net, gross }) => <Money amount={taxMode === 'inclusive' ? gross : net} currency={currency} />,
    },
  ]
}

const priceColumns = ({ currency, taxMode }: Invoice): Column<Line>[] => [
  {
    heading: taxMode === 'inclusive' ? 'Price incl. tax' : 'Price',
    align: 'right',
    width: '8rem',
    cell: ({ unitPrice }) => unitPrice && formatUnitPrice(unitPrice, currency),
  },
  {
    heading: 'Discount',
    align: 'right',
    width: '8rem',
    cell: ({ discount, discountPercent }) =>
      !discount || isZero(discount) ? null : (
        <>
          <Money amount={discount} currency={currency} />
          {discountPercent && <Caption>{formatPercent(discountPercent)}</Caption>}
        </>
      ),
  },
]
