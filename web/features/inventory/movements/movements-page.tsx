import { getItem, listMovements, movementReasons } from '#contract'
import { useCall } from '../../../api.ts'
import { dayFilter } from '../../../components/day-field.tsx'
import type { Filter } from '../../../components/filters.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { Only } from '../../../components/only.tsx'
import { RecordLink } from '../../../components/record-link.tsx'
import { selectFilter } from '../../../components/select-filter.tsx'
import { type Filters, useFilteredList } from '../../../list.ts'
import type { FiltersOf } from '../../../list-address.ts'
import { NamedPatient } from '../../patients/named-patient.tsx'
import { movementColumns, reversedIn } from '../movement-columns.tsx'
import { reasonName } from '../reasons.ts'

/** All movements of stock, by reason and date, or those of an item, a lot or a patient. */
export default function MovementsPage() {
  const list = useFilteredList(listMovements)
  const reversed = reversedIn(list.rows ?? [])
  return (
    <ListPage
      title="Movements"
      back={{ to: '/inventory', label: 'Inventory' }}
      description="Everything that moved, newest first. Movements never change. Reverse a document to correct a mistake."
      list={list}
      filters={movementFilters}
      summary={<OnlyOf {...list.filters} />}
      columns={movementColumns({ reversed, of: 'all' })}
      isFaded={({ id }) => reversed.has(id)}
      empty={{ title: 'No movements yet', text: 'Receipts, sales and adjustments are listed here.' }}
    />
  )
}

type Query = FiltersOf<typeof listMovements>

/** The reason and the days of movements. */
const movementFilters: Filter<Query>[] = [
  selectFilter('reason', 'Reason', 'Any reason', movementReasons, reasonName, {
    flex: { base: '1 1 100%', sm: '0 1 14rem' },
  }),
  dayFilter(),
]

/** Names the item, the lot or the patient whose movements are shown. */
function OnlyOf({ values: { itemId, lot, patientId }, set }: Filters<Query>) {
  if (!itemId && !lot && !patientId) return null
  return (
    <Only onShowAll={() => set({ itemId: undefined, lot: undefined, patientId: undefined })}>
      {itemId && <NamedItem itemId={itemId} />}
      {lot && (
        <>
          {' '}
          lot <bdi>{lot}</bdi>
        </>
      )}
      {patientId && (
        <>
          sold to <NamedPatient patientId={patientId} />
        </>
      )}
    </Only>
  )
}

function NamedItem({ itemId }: { itemId: string }) {
  const { data } = useCall(getItem, { itemId })
  return <RecordLink to="item" id={itemId} name={data?.name ?? 'one item'} />
}
