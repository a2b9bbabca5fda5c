import { listStockUsed } from '#contract'
import { type Column, numberColumn } from '../../../components/columns.tsx'
import { dayFilter } from '../../../components/day-field.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { moneyColumn } from '../../../components/money.tsx'
import { type RowOf, useFilteredList } from '../../../list.ts'
import { useToday } from '../../../today.ts'
import { itemColumn, Quantity } from '../level-columns.tsx'
import { Total } from './total.tsx'

/** What was sold and consumed in a period, and what it had cost. By default, this month. */
export default function StockUsedPage() {
  const today = useToday()
  const list = useFilteredList(listStockUsed, { from: `${today.slice(0, 8)}01`, to: today })
  const total = list.first?.total
  return (
    <ListPage
      title="Stock used"
      back={{ to: '/inventory', label: 'Inventory' }}
      description="What was sold or consumed in a period, less what was put back, at its cost when it left."
      action={<ButtonLink to="/inventory/valuation">Stock value</ButtonLink>}
      list={list}
      filters={[dayFilter()]}
      summary={total && <Total label="Total cost" amount={total.cost} currency={total.currency} />}
      idOf={({ itemId }) => itemId}
      columns={columns(total?.currency ?? '')}
      empty={{ title: 'Nothing used', text: 'Sales and consumption of this period are listed here.' }}
    />
  )
}

const columns = (currency: string): Column<RowOf<typeof listStockUsed>>[] => [
  itemColumn,
  numberColumn('Quantity', { width: '10rem' }, ({ quantity, unit }) => (
    <Quantity of={quantity} unit={unit} />
  )),
  moneyColumn('Cost', { width: '10rem' }, ({ cost }) => [cost, currency]),
]
