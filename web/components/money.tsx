import { formatAmount } from './amounts.ts'
import classes from './money.module.css'

/** An amount with its currency, on one line. */
export function Money({ amount, currency }: { amount: string; currency: string }) {
  return <span className={classes.amount}>{formatAmount(amount, currency)}</span>
}
