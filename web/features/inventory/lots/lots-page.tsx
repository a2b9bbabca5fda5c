import { type Lot, listLots } from '#contract'
import { Absent } from '../../../components/absent.tsx'
import { Caption } from '../../../components/caption.tsx'
import { type Column, DataTable, RowLink } from '../../../components/data-table.tsx'
import { FilterBar, SearchField } from '../../../components/filters.tsx'
import { calendarDate } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page.tsx'
import { useFilters, useList } from '../../../list.ts'
import { useToday } from '../../../today.ts'
import { LotStates, Quantity } from '../level-columns.tsx'

/** Every lot that was ever in stock, to find the one to recall. */
export default function LotsPage() {
  const today = useToday()
  const filters = useFilters(listLots)
  const list = useList(listLots, filters.values)
  return (
    <>
      <PageHeader
        title="Lots"
        back={{ to: '/inventory', label: 'Inventory' }}
        description="Find a lot to see who received it, to quarantine it or to recall it. Lots out of stock are included."
      />
      <FilterBar>
        <SearchField
          label="Search by the whole lot number"
          value={filters.values.lot}
          onChange={(lot) => filters.set({ lot })}
        />
      </FilterBar>
      <DataTable
        label="Lots"
        list={list}
        columns={lotColumns(today)}
        filters={filters}
        isFaded={({ onHand }) => onHand === '0'}
        empty={{
          title: 'No lots yet',
          text: 'Lots are created when stock of an item with lot tracking is received.',
        }}
      />
    </>
  )
}

const lotColumns = (today: string): Column<Lot>[] => [
  {
    heading: 'Lot',
    cell: ({ id, lot }) => (
      <RowLink to="/inventory/lots/$lotId" params={{ lotId: id }}>
        <bdi>{lot}</bdi>
      </RowLink>
    ),
  },
  {
    heading: 'Item',
    width: '18rem',
    cell: ({ itemId, sku, itemName }) => (
      <>
        <TextLink to="/inventory/items/$itemId" params={{ itemId }}>
          <bdi>{sku}</bdi>
        </TextLink>
        <Caption lineClamp={2}>
          <bdi>{itemName}</bdi>
        </Caption>
      </>
    ),
  },
  {
    heading: 'Expires',
    width: '8rem',
    cell: ({ expiresOn }) => (expiresOn === null ? <Absent /> : calendarDate(expiresOn)),
  },
  {
    heading: 'On hand',
    align: 'right',
    width: '8rem',
    cell: ({ onHand, unit }) => <Quantity of={onHand} unit={unit} />,
  },
  {
    heading: 'State',
    hideHeading: true,
    width: '13rem',
    cell: ({ expiresOn, quarantine }) => (
      <LotStates expiresOn={expiresOn} isQuarantined={quarantine !== null} today={today} />
    ),
  },
]
