import { formatAmount } from './amounts.ts'
import { type Column, type ColumnLook, numberColumn } from './columns.tsx'

/** An amount with its currency, on one line. */
export function Money({ amount, currency }: { amount: string; currency: string }) {
  return <span style={{ whiteSpace: 'nowrap' }}>{formatAmount(amount, currency)}</span>
}

/** Returns a column of amounts with their currencies; null is shown as absent. */
export const moneyColumn = <Row,>(
  heading: string,
  look: ColumnLook,
  money: (row: Row) => readonly [amount: string | null, currency: string],
): Column<Row> =>
  numberColumn(heading, look, (row) => {
    const [amount, currency] = money(row)
    return amount === null ? null : <Money amount={amount} currency={currency} />
  })
