import { listValuation } from '#contract'
import { Absent } from '../../../components/absent.tsx'
import { formatUnitPrice } from '../../../components/amounts.ts'
import { type Column, numberColumn } from '../../../components/columns.tsx'
import { DayField } from '../../../components/day-field.tsx'
import { localDay } from '../../../components/format.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { moneyColumn } from '../../../components/money.tsx'
import { type RowOf, useFilteredList } from '../../../list.ts'
import { itemColumn, Quantity } from '../level-columns.tsx'
import { Total } from './total.tsx'

/** What the stock is worth, now or at the end of an earlier day. */
export default function ValuationPage() {
  const list = useFilteredList(listValuation)
  const total = list.first?.total
  return (
    <ListPage
      title="Stock value"
      back={{ to: '/inventory', label: 'Inventory' }}
      description="The quantity on hand of each item at its average cost. Stock received without a cost has no value until a cost is recorded."
      action={<ButtonLink to="/inventory/used">Stock used</ButtonLink>}
      list={list}
      filters={[
        ({ values: { asOf }, set }) => (
          <DayField
            label="As of"
            value={asOf && localDay(asOf)}
            onChange={(day) => set({ asOf: day && endOf(day) })}
          />
        ),
      ]}
      summary={total && <Total label="Total value" amount={total.value} currency={total.currency} />}
      idOf={({ itemId }) => itemId}
      columns={columns(total?.currency ?? '')}
      empty={{
        title: 'Nothing in stock',
        text: 'Receive a delivery with its cost to see what it is worth.',
      }}
    />
  )
}

/** The last moment of a day, in the browser's time zone. */
const endOf = (day: string) => new Date(`${day}T23:59:59.999`).toISOString()

const columns = (currency: string): Column<RowOf<typeof listValuation>>[] => [
  itemColumn,
  numberColumn('On hand', { width: '10rem' }, ({ onHand, unit }) => <Quantity of={onHand} unit={unit} />),
  numberColumn('Average cost', { width: '10rem' }, ({ averageCost }) =>
    averageCost === null ? <Absent /> : formatUnitPrice(averageCost, currency),
  ),
  moneyColumn('Value', { width: '10rem' }, ({ value }) => [value, currency]),
]
