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
import { type Column, column, numberColumn } from '../../../components/columns.tsx'
import { DataTable } from '../../../components/data-table.tsx'
import { Facts } from '../../../components/facts.tsx'
import { calendarDate, plural } from '../../../components/format.ts'
import { Money, moneyColumn } from '../../../components/money.tsx'
import { RecordLink } from '../../../components/record-link.tsx'
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
            value: <RecordLink to="patient" id={patientId} name={billTo.patientName || 'Without a name'} />,
          },
          ...(buyerReference ? [{ name: 'Buyer reference', value: <bdi>{buyerReference}</bdi> }] : []),
          { name: 'Series', value: series },
          { name: 'Prices', value: taxMode === 'inclusive' ? 'Including tax' : 'Excluding tax' },
        ]}
      />
      <BilledTo billTo={billTo} />
      <DataTable label="Lines" list={invoice.lines} columns={lineColumns(invoice)} />
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
  column('Description', {}, ({ description, code, lot }) => (
    <>
      <span dir="auto">{description}</span>
      {(code || lot) && <Caption>{[code, lot && `lot ${lot}`].filter(Boolean).join(', ')}</Caption>}
    </>
  )),
  numberColumn('Quantity', { width: '6rem' }, ({ quantity }) => formatQuantity(quantity)),
  numberColumn(taxMode === 'inclusive' ? 'Price incl. tax' : 'Price', { width: '8rem' }, ({ unitPrice }) =>
    formatUnitPrice(unitPrice, currency),
  ),
  numberColumn('Discount', { width: '8rem' }, ({ discount, discountPercent }) =>
    isZero(discount) ? null : (
      <>
        <Money amount={discount} currency={currency} />
        {discountPercent && <Caption>{formatPercent(discountPercent)}</Caption>}
      </>
    ),
  ),
  numberColumn('Tax', { width: '8rem' }, taxOfLine),
  moneyColumn(taxMode === 'inclusive' ? 'Including tax' : 'Amount', { width: '8rem' }, ({ net, gross }) => [
    taxMode === 'inclusive' ? gross : net,
    currency,
  ]),
]
