import { Text } from '@mantine/core'
import { listValuation, type Output } from '#contract'
import { Absent } from '../../../components/absent.tsx'
import { formatAmount, formatUnitPrice } from '../../../components/amounts.ts'
import { type Column, DataTable } from '../../../components/data-table.tsx'
import { DayField } from '../../../components/day-field.tsx'
import { FilterBar } from '../../../components/filters.tsx'
import { localDay } from '../../../components/format.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page.tsx'
import { useFilters, useList } from '../../../list.ts'
import { Quantity } from '../level-columns.tsx'
import { itemColumn, valuedRows } from './valued.tsx'

type Row = Output<typeof listValuation>['data'][number] & { id: string }

/** What the stock is worth, now or at the end of an earlier day. */
export default function ValuationPage() {
  const filters = useFilters(listValuation)
  const { asOf } = filters.values
  const list = useList(listValuation, filters.values)
  const total = (list.first as Output<typeof listValuation> | undefined)?.total
  return (
    <>
      <PageHeader
        title="Stock value"
        back={{ to: '/inventory', label: 'Inventory' }}
        description="The quantity on hand of each item at its average cost. Stock received without a cost has no value until a cost is recorded."
        action={<ButtonLink to="/inventory/used">Stock used</ButtonLink>}
      />
      <FilterBar>
        <DayField
          label="As of"
          value={asOf && localDay(asOf)}
          onChange={(day) => filters.set({ asOf: day && endOf(day) })}
        />
      </FilterBar>
      {total && (
        <Text mb="md" role="status">
          Total value: <strong>{formatAmount(total.value, total.currency)}</strong>
        </Text>
      )}
      <DataTable
        label="Stock value"
        list={{ ...list, rows: valuedRows(list.rows) as Row[] | undefined }}
        columns={columns(total?.currency ?? '')}
        filters={filters}
        empty={{
          title: 'Nothing in stock',
          text: 'Receive a delivery with its cost to see what it is worth.',
        }}
      />
    </>
  )
}

/** The last moment of a day, in the browser's time zone. */
const endOf = (day: string) => new Date(`${day}T23:59:59.999`).toISOString()

const columns = (currency: string): Column<Row>[] => [
  itemColumn,
  {
    heading: 'On hand',
    align: 'right',
    width: '10rem',
    cell: ({ onHand, unit }) => <Quantity of={onHand} unit={unit} />,
  },
  {
    heading: 'Average cost',
    align: 'right',
    width: '10rem',
    cell: ({ averageCost }) => (averageCost === null ? <Absent /> : formatUnitPrice(averageCost, currency)),
  },
  {
    heading: 'Value',
    align: 'right',
    width: '10rem',
    cell: ({ value }) => (value === null ? <Absent /> : formatAmount(value, currency)),
  },
]
