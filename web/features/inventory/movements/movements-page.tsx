import { NativeSelect } from '@mantine/core'
import { getItem, type Input, listMovements, movementReasons } from '#contract'
import { useCall } from '../../../api.ts'
import { DataTable } from '../../../components/data-table.tsx'
import { DayField } from '../../../components/day-field.tsx'
import { FilterBar } from '../../../components/filters.tsx'
import { TextLink } from '../../../components/links.tsx'
import { Only } from '../../../components/only.tsx'
import { PageHeader } from '../../../components/page.tsx'
import { useFilters, useList } from '../../../list.ts'
import { NamedPatient } from '../../patients/named-patient.tsx'
import { movementColumns, reversedIn } from '../movement-columns.tsx'
import { reasonName } from '../reasons.ts'

/** All movements of stock, by reason and date, or those of an item, a lot or a patient. */
export default function MovementsPage() {
  const filters = useFilters(listMovements)
  const { itemId, lot, patientId } = filters.values
  const list = useList(listMovements, filters.values)
  const reversed = reversedIn(list.rows ?? [])
  return (
    <>
      <PageHeader
        title="Movements"
        back={{ to: '/inventory', label: 'Inventory' }}
        description="Everything that moved, newest first. Movements never change. Reverse a document to correct a mistake."
      />
      <MovementFilters filters={filters} />
      {(itemId || lot || patientId) && (
        <Only onShowAll={() => filters.set({ itemId: undefined, lot: undefined, patientId: undefined })}>
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
      )}
      <DataTable
        label="Movements"
        list={list}
        columns={movementColumns({ reversed, of: 'all' })}
        filters={filters}
        isFaded={({ id }) => reversed.has(id)}
        empty={{ title: 'No movements yet', text: 'Receipts, sales and adjustments are listed here.' }}
      />
    </>
  )
}

function NamedItem({ itemId }: { itemId: string }) {
  const { data } = useCall(getItem, { itemId })
  return (
    <TextLink to="/inventory/items/$itemId" params={{ itemId }}>
      <bdi>{data?.name ?? 'one item'}</bdi>
    </TextLink>
  )
}

const reasons = [
  { value: '', label: 'Any reason' },
  ...movementReasons.map((value) => ({ value, label: reasonName(value) })),
]

interface MovementFiltersProps {
  filters: ReturnType<typeof useFilters<typeof listMovements>>
}

/** The reason and the days of movements. */
function MovementFilters({ filters: { values, set } }: MovementFiltersProps) {
  return (
    <FilterBar>
      <NativeSelect
        aria-label="Reason"
        flex={{ base: '1 1 100%', sm: '0 1 14rem' }}
        data={reasons}
        value={values.reason ?? ''}
        onChange={(event) =>
          set({ reason: (event.currentTarget.value || undefined) as Input<typeof listMovements>['reason'] })
        }
      />
      <DayField label="From" value={values.from} onChange={(from) => set({ from })} />
      <DayField label="To" value={values.to} onChange={(to) => set({ to })} />
    </FilterBar>
  )
}
