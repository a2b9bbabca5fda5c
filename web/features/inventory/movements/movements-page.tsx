import { getItem, listMovements } from '#contract'
import { useCall } from '../../../api.ts'
import { DataTable } from '../../../components/data-table.tsx'
import { TextLink } from '../../../components/links.tsx'
import { Only } from '../../../components/only.tsx'
import { PageHeader } from '../../../components/page.tsx'
import { useFilters, useList } from '../../../list.ts'
import { NamedPatient } from '../../patients/named-patient.tsx'
import { movementColumns, reversedIn } from '../movement-columns.tsx'
import { MovementFilters } from './movement-filters.tsx'

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
