import type { ComputedInvoice } from '#contract'
import { formatAmount, isZero } from '../../components/amounts.ts'
import { Caption } from '../../components/caption.tsx'
import { Money } from '../../components/money.tsx'
import { taxName } from './taxes.ts'
import classes from './totals.module.css'

interface TotalsProps {
  /** Without one, dashes take the place of the figures. */
  invoice: Pick<ComputedInvoice, 'currency' | 'totals' | 'taxBreakdown' | 'status'> | undefined
}

/** The totals of an invoice: net, tax by rate, gross; once issued, also credited, paid and due. */
export function Totals({ invoice }: TotalsProps) {
  if (!invoice) {
    return (
      <dl className={classes.totals}>
        <Row name="Excluding tax" value="–" />
        <Row name="Tax" value="–" />
        <Row name="Total" value="–" strong />
      </dl>
    )
  }
  const { currency, totals, taxBreakdown, status } = invoice
  const money = (amount: string) => <Money amount={amount} currency={currency} />
  const isIssued = status === 'issued' || status === 'paid'
  return (
    <dl className={classes.totals}>
      {!isZero(totals.discount) && <Row name="Discounts" value={money(totals.discount)} quiet />}
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
      {isIssued && !isZero(totals.credited) && (
        <Row name="Credited" value={money(negated(totals.credited))} />
      )}
      {isIssued && !isZero(totals.paid) && <Row name="Paid" value={money(negated(totals.paid))} />}
      {isIssued && <Row name="Amount due" value={money(totals.due)} strong />}
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
