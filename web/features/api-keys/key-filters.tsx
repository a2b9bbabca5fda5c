import { NativeSelect } from '@mantine/core'
import type { listApiKeys } from '#contract'
import { FilterBar } from '../../components/filter-bar.tsx'
import { SearchField } from '../../components/search-field.tsx'
import type { useFilters } from '../../list.ts'
import { type Order, orders } from './orders.ts'
import { StatusFilter } from './status-filter.tsx'

interface KeyFiltersProps {
  filters: ReturnType<typeof useFilters<typeof listApiKeys>>
  order: Order
  /** Absent while only a part of the keys is here to be put in order. */
  onOrder: ((order: Order) => void) | undefined
}

/** Search, state and order, for those who have many keys. */
export function KeyFilters({ filters, order, onOrder }: KeyFiltersProps) {
  const { q, status } = filters.values
  return (
    <FilterBar>
      <SearchField label="Search by name or prefix" value={q} onChange={(q) => filters.set({ q })} />
      <StatusFilter value={status} onChange={(status) => filters.set({ status })} />
      {onOrder && (
        <NativeSelect
          aria-label="Order"
          data={Object.entries(orders).map(([value, { label }]) => ({ value, label }))}
          value={order}
          onChange={(event) => onOrder(event.currentTarget.value as Order)}
        />
      )}
    </FilterBar>
  )
}
