import { Text } from '@mantine/core'
import { listStockUsed, type Output } from '#contract'
import { Absent } from '../../../components/absent.tsx'
import { formatAmount } from '../../../components/amounts.ts'
import { type Column, DataTable } from '../../../components/data-table.tsx'
import { DayField } from '../../../components/day-field.tsx'
import { FilterBar } from '../../../components/filters.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page.tsx'
import { useFilters, useList } from '../../../list.ts'
import { useToday } from '../../../today.ts'
import { Quantity } from '../level-columns.tsx'
import { itemColumn, valuedRows } from './valued.tsx'

type Row = Output<typeof listStockUsed>['data'][number] & { id: string }

/** What was sold and consumed in a period, and what it had cost. By default, this month. */
export default function StockUsedPage() {
  const today = useToday()
  const filters = useFilters(listStockUsed)
  const { from = `${today.slice(0, 8)}01`, to = today } = filters.values
  const list = useList(listStockUsed, { from, to })
  const total = (list.first as Output<typeof listStockUsed> | undefined)?.total
  return (
    <>
      <PageHeader
        title="Stock used"
        back={{ to: '/inventory', label: 'Inventory' }}
        description="What was sold or consumed in a period, less what was put back, at its cost when it left."
        action={<ButtonLink to="/inventory/valuation">Stock value</ButtonLink>}
      />
      <FilterBar>
        <DayField label="From" value={from} onChange={(from) => filters.set({ from })} />
        <DayField label="To" value={to} onChange={(to) => filters.set({ to })} />
      </FilterBar>
      {total && (
        <Text mb="md" role="status">
          Total cost: <strong>{formatAmount(total.cost, total.currency)}</strong>
        </Text>
      )}
      <DataTable
        label="Stock used"
        list={{ ...list, rows: valuedRows(list.rows) as Row[] | undefined }}
        columns={columns(total?.currency ?? '')}
        filters={filters}
        empty={{ title: 'Nothing used', text: 'Sales and consumption of this period are listed here.' }}
      />
    </>
  )
}

const columns = (currency: string): Column<Row>[] => [
  itemColumn,
  {
    heading: 'Quantity',
    align: 'right',
    width: '10rem',
    cell: ({ quantity, unit }) => <Quantity of={quantity} unit={unit} />,
  },
  {
    heading: 'Cost',
    align: 'right',
    width: '10rem',
    cell: ({ cost }) => (cost === null ? <Absent /> : formatAmount(cost, currency)),
  },
]
