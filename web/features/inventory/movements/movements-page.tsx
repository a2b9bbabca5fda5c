import { Button, Text } from '@mantine/core'
import { getItem, getPatient, listMovements } from '#contract'
import { useCall } from '../../../api.ts'
import { DataTable } from '../../../components/data-table.tsx'
import { PageHeader } from '../../../components/page.tsx'
import { useFilters, useList } from '../../../list.ts'
import { nameOf } from '../../patients/words.ts'
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
        <Text mb="md">
          Only {itemId && <ItemName itemId={itemId} />}
          {lot && (
            <>
              {' '}
              lot <bdi>{lot}</bdi>
            </>
          )}
          {patientId && <PatientName patientId={patientId} />}{' '}
          <Button
            size="compact-sm"
            onClick={() => filters.set({ itemId: undefined, lot: undefined, patientId: undefined })}
          >
            Show all
          </Button>
        </Text>
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

function ItemName({ itemId }: { itemId: string }) {
  const { data } = useCall(getItem, { itemId })
  return <bdi>{data?.name ?? 'one item'}</bdi>
}

function PatientName({ patientId }: { patientId: string }) {
  const { data } = useCall(getPatient, { patientId })
  return (
    <>
      sold to <bdi>{data ? nameOf(data) : 'one patient'}</bdi>
    </>
  )
}
