import type { ComputedInvoice } from '#contract'
import { formatAmount, isZero } from '../../components/amounts.ts'
import { Caption } from '../../components/caption.tsx'
import { Money } from '../../components/money.tsx'
import { taxName } from './taxes.ts'
import classes from './totals.module.css'

interface TotalsProps {
  /** An invoice or credit note. Without one, dashes take the place of the figures. */
  document: (Pick<ComputedInvoice, 'currency' | 'taxBreakdown'> & { totals: SomeTotals }) | undefined
  /** Whether an invoice is issued, and so has an amount due. */
  isIssued?: boolean
}

type OfAll = 'net' | 'rounding' | 'gross'
type SomeTotals = Pick<ComputedInvoice['totals'], OfAll> & Partial<ComputedInvoice['totals']>

/** The totals of a document: net, tax by rate, gross; of an issued invoice, also credited, paid and due. */
export function Totals({ document, isIssued = false }: TotalsProps) {
  if (!document) {
    return (
      <dl className={classes.totals}>
        <Row name="Excluding tax" value="–" />
        <Row name="Tax" value="–" />
        <Row name="Total" value="–" strong />
      </dl>
    )
  }
  const { currency, totals, taxBreakdown } = document
  const { discount = '0', credited = '0', paid = '0', due = '0' } = totals
  const money = (amount: string) => <Money amount={amount} currency={currency} />
  return (
    <dl className={classes.totals}>
      {!isZero(discount) && <Row name="Discounts" value={money(discount)} quiet />}
      <Row name="Excluding tax" value={money(totals.net)} />
      {taxBreakdown.map((group) => (
        <Row
          key={`${group.category} ${group.rate}`}
          name={taxName(group)}
          note={`on ${formatAmount(group.taxable, currency)}`}
          value={money(group.tax)}
        />
      ))}
      {!isZero(totals.rounding) && <Row name="Rounding" value={money(totals.rounding)} />}
      <Row name="Total" value={money(totals.gross)} strong />
      {isIssued && !isZero(credited) && <Row name="Credited" value={money(negated(credited))} />}
      {isIssued && !isZero(paid) && <Row name="Paid" value={money(negated(paid))} />}
      {isIssued && <Row name="Amount due" value={money(due)} strong />}
    </dl>
  )
}

const negated = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

interface RowProps {
  name: string
  note?: string
  value: React.ReactNode
  strong?: boolean
  quiet?: boolean
}

function Row({ name, note, value, strong, quiet }: RowProps) {
  return (
    <div data-strong={strong || undefined} data-quiet={quiet || undefined}>
      <dt>
        {name}
        {note && <Caption span> {note}</Caption>}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}
