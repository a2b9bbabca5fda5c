import { type Lot, listLots } from '#contract'
import { Caption } from '../../../components/caption.tsx'
import { type Column, column, dateColumn, numberColumn } from '../../../components/columns.tsx'
import { searchFilter } from '../../../components/filters.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { RecordLink } from '../../../components/record-link.tsx'
import { useFilteredList } from '../../../list.ts'
import { useToday } from '../../../today.ts'
import { LotStates, Quantity } from '../level-columns.tsx'

/** Every lot that was ever in stock, to find the one to recall. */
export default function LotsPage() {
  return (
    <ListPage
      title="Lots"
      back={{ to: '/inventory', label: 'Inventory' }}
      description="Find a lot to see who received it, to quarantine it or to recall it. Lots out of stock are included."
      list={useFilteredList(listLots)}
      filters={[searchFilter('Search by the whole lot number', 'lot')]}
      columns={lotColumns(useToday())}
      isFaded={({ onHand }) => onHand === '0'}
      empty={{
        title: 'No lots yet',
        text: 'Lots are created when stock of an item with lot tracking is received.',
      }}
    />
  )
}

const lotColumns = (today: string): Column<Lot>[] => [
  column('Lot', {}, ({ id, lot }) => <RecordLink row to="lot" id={id} name={lot} />),
  column('Item', { width: '18rem' }, ({ itemId, sku, itemName }) => (
    <>
      <RecordLink to="item" id={itemId} name={sku} />
      <Caption lineClamp={2}>
        <bdi>{itemName}</bdi>
      </Caption>
    </>
  )),
  dateColumn('Expires', { width: '8rem' }, ({ expiresOn }) => expiresOn),
  numberColumn('On hand', { width: '8rem' }, ({ onHand, unit }) => <Quantity of={onHand} unit={unit} />),
  column('State', { hideHeading: true, width: '13rem' }, ({ expiresOn, quarantine }) => (
    <LotStates expiresOn={expiresOn} isQuarantined={quarantine !== null} today={today} />
  )),
]
