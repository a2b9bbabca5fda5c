import { Box, Text } from '@mantine/core'
import type { Invoice, InvoiceLine } from '#contract'
import {
  formatAmount,
  formatPercent,
  formatQuantity,
  formatUnitPrice,
  isZero,
} from '../../../components/amounts.ts'
import { Caption } from '../../../components/caption.tsx'
import { type Column, DataTable } from '../../../components/data-table.tsx'
import { Facts } from '../../../components/facts.tsx'
import { calendarDate, plural } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { Money } from '../../../components/money.tsx'
import { staticList } from '../../../list.ts'
import { BilledTo } from '../billed-to.tsx'
import { taxName, taxOfLine } from '../taxes.ts'
import { Totals } from '../totals.tsx'
import classes from './invoice-sheet.module.css'

/** The content of an invoice: recipient, lines and totals. */
export function InvoiceSheet({ invoice }: { invoice: Invoice }) {
  const { billTo, patientId, issueDate, dueDate, termsDays, series, discounts, taxBreakdown } = invoice
  const { currency, taxMode, buyerReference, note, status } = invoice
  const reasons = [...new Set(taxBreakdown.flatMap(({ exemptionReason }) => exemptionReason ?? []))]
  return (
    <>
      <Facts
        facts={[
          { name: 'Date', value: issueDate ? calendarDate(issueDate) : 'Day of issue' },
          { name: 'Due', value: dueDate ? calendarDate(dueDate) : termsOf(termsDays) },
          {
            name: 'Patient',
            value: (
              <TextLink to="/patients/$patientId" params={{ patientId }}>
                <bdi>{billTo.patientName || 'Without a name'}</bdi>
              </TextLink>
            ),
          },
          ...(buyerReference ? [{ name: 'Buyer reference', value: <bdi>{buyerReference}</bdi> }] : []),
          { name: 'Series', value: series },
          { name: 'Prices', value: taxMode === 'inclusive' ? 'Including tax' : 'Excluding tax' },
        ]}
      />
      <BilledTo billTo={billTo} />
      <DataTable label="Lines" list={staticList(invoice.lines)} columns={lineColumns(invoice)} />
      <div className={classes.below}>
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
        <Box flex="1 1 16rem" maw="22rem">
          <Totals document={invoice} isIssued={status === 'issued' || status === 'paid'} />
        </Box>
      </div>
    </>
  )
}

function termsOf(days: number | null): string {
  if (days === null) return 'Default payment terms'
  return days === 0 ? 'On receipt' : `${plural(days, 'day')} after its date`
}

const lineColumns = ({ currency, taxMode }: Invoice): Column<InvoiceLine>[] => [
  {
    heading: 'Description',
    cell: ({ description, code, lot }) => (
      <>
        <span dir="auto">{description}</span>
        {(code || lot) && <Caption>{[code, lot && `lot ${lot}`].filter(Boolean).join(', ')}</Caption>}
      </>
    ),
  },
  { heading: 'Quantity', align: 'right', width: '6rem', cell: ({ quantity }) => formatQuantity(quantity) },
  {
    heading: taxMode === 'inclusive' ? 'Price incl. tax' : 'Price',
    align: 'right',
    width: '8rem',
    cell: ({ unitPrice }) => formatUnitPrice(unitPrice, currency),
  },
  {
    heading: 'Discount',
    align: 'right',
    width: '8rem',
    cell: ({ discount, discountPercent }) =>
      isZero(discount) ? null : (
        <>
          <Money amount={discount} currency={currency} />
          {discountPercent && <Caption>{formatPercent(discountPercent)}</Caption>}
        </>
      ),
  },
  {
    heading: 'Tax',
    align: 'right',
    width: '8rem',
    cell: taxOfLine,
  },
  {
    heading: taxMode === 'inclusive' ? 'Including tax' : 'Amount',
    align: 'right',
    width: '8rem',
    cell: ({ net, gross }) => <Money amount={taxMode === 'inclusive' ? gross : net} currency={currency} />,
  },
]
