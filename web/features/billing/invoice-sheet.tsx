import { Text } from '@mantine/core'
import type { Invoice, InvoiceLine } from '#contract'
import {
  formatAmount,
  formatPercent,
  formatQuantity,
  formatUnitPrice,
  isZero,
} from '../../components/amounts.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { Facts } from '../../components/facts.tsx'
import { calendarDate } from '../../components/format.ts'
import { TextLink } from '../../components/links.tsx'
import { Money } from '../../components/money.tsx'
import { staticList } from '../patients/static-list.ts'
import { BilledTo } from './billed-to.tsx'
import classes from './invoice-sheet.module.css'
import { taxName } from './tax-words.ts'
import { Totals } from './totals.tsx'

/** What the invoice says: to whom, of what, and what it comes to. */
export function InvoiceSheet({ invoice }: { invoice: Invoice }) {
  const { billTo, patientId, issueDate, dueDate, termsDays, series, note, discounts, taxBreakdown } = invoice
  const { currency, taxMode } = invoice
  const reasons = [...new Set(taxBreakdown.flatMap(({ exemptionReason }) => exemptionReason ?? []))]
  return (
    <>
      <Facts
        facts={[
          { name: 'Date', value: issueDate ? calendarDate(issueDate) : 'The day it is issued' },
          { name: 'Due', value: dueDate ? calendarDate(dueDate) : termsOf(termsDays) },
          {
            name: 'Patient',
            value: (
              <TextLink to="/patients/$patientId" params={{ patientId }}>
                <bdi>{billTo.patientName || 'Without a name'}</bdi>
              </TextLink>
            ),
          },
          { name: 'Series', value: series },
          { name: 'Prices', value: taxMode === 'inclusive' ? 'With tax' : 'Without tax' },
        ]}
      />
      <section className={classes.billTo} aria-label="Billed to">
        <Text size="xs" c="dimmed">
          Billed to
        </Text>
        <BilledTo billTo={billTo} />
      </section>
      <DataTable
        label="Lines"
        list={staticList(invoice.lines)}
        columns={lineColumns(invoice)}
        empty={nothing}
      />
      <div className={classes.below}>
        <div className={classes.notes}>
          {discounts.map((discount, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else of their own, and stay as they are
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
            <Text dir="auto" className={classes.note ?? ''}>
              {note}
            </Text>
          )}
        </div>
        <div className={classes.totals}>
          <Totals invoice={invoice} />
        </div>
      </div>
    </>
  )
}

function termsOf(days: number | null): string {
  if (days === null) return 'As the settings have it'
  return days === 0 ? 'At once' : `${days} ${days === 1 ? 'day' : 'days'} after its date`
}

const nothing = { title: 'No lines', text: 'There is nothing on it yet.' }

const lineColumns = ({ currency, taxMode }: Invoice): Column<InvoiceLine>[] => [
  {
    heading: 'Description',
    cell: ({ description, code, lot }) => (
      <>
        <span dir="auto">{description}</span>
        {(code || lot) && (
          <Text size="xs" c="dimmed">
            {[code, lot && `lot ${lot}`].filter(Boolean).join(', ')}
          </Text>
        )}
      </>
    ),
  },
  { heading: 'Quantity', align: 'right', width: '6rem', cell: ({ quantity }) => formatQuantity(quantity) },
  {
    heading: taxMode === 'inclusive' ? 'Price with tax' : 'Price',
    align: 'right',
    width: '8rem',
    cell: ({ unitPrice }) => formatUnitPrice(unitPrice, currency),
  },
  {
    heading: 'Discount',
    align: 'right',
    width: '8rem',
    cell: ({ discount, discountPercent }) =>
      isZero(discount) ? (
        '–'
      ) : (
        <>
          <Money amount={discount} currency={currency} />
          {discountPercent && (
            <Text size="xs" c="dimmed">
              {formatPercent(discountPercent)}
            </Text>
          )}
        </>
      ),
  },
  {
    heading: 'Tax',
    align: 'right',
    width: '8rem',
    cell: ({ taxCategory, taxRate }) =>
      taxCategory === 'S' ? formatPercent(taxRate) : taxName({ category: taxCategory, rate: taxRate }),
  },
  {
    heading: taxMode === 'inclusive' ? 'With tax' : 'Amount',
    align: 'right',
    width: '8rem',
    cell: ({ net, gross }) => <Money amount={taxMode === 'inclusive' ? gross : net} currency={currency} />,
  },
]
