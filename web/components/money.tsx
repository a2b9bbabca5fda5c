import { formatAmount } from './amounts.ts'

/** An amount with its currency, on one line. */
export function Money({ amount, currency }: { amount: string; currency: string }) {
  return <span style={{ whiteSpace: 'nowrap' }}>{formatAmount(amount, currency)}</span>
}
