import { NativeSelect, SegmentedControl } from '@mantine/core'
import type { ApiKey, ListedApiKey, listApiKeys } from '#contract'
import { FilterBar, SearchField } from '../../components/filters.tsx'
import type { useFilters } from '../../list.ts'

interface KeyFiltersProps {
  filters: ReturnType<typeof useFilters<typeof listApiKeys>>
  order: Order
  /** Absent while only some of the keys are loaded, so they cannot be sorted. */
  onOrder: ((order: Order) => void) | undefined
}

/** Search, state and order, shown for long lists. */
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

type Compare = (one: ApiKey, other: ApiKey) => number

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** The orders of a list of keys, the server's own first. */
const orders = {
  newest: { label: 'Newest first', compare: undefined },
  name: { label: 'By name', compare: (one, other) => collator.compare(one.name, other.name) },
  used: {
    label: 'Last used first',
    compare: (one, other) => (other.lastUsedAt ?? '').localeCompare(one.lastUsedAt ?? ''),
  },
} as const satisfies Record<string, { label: string; compare: Compare | undefined }>

export type Order = keyof typeof orders

/** Sorts keys; equal ones keep the server's order. */
export function inOrder(keys: ListedApiKey[], order: Order): ListedApiKey[] {
  const { compare } = orders[order]
  return compare ? keys.toSorted(compare) : keys
}

type Status = ApiKey['status'] | undefined

export function StatusFilter({ value, onChange }: { value: Status; onChange: (status: Status) => void }) {
  return (
    <SegmentedControl
      aria-label="State"
      data={[
        { value: '', label: 'All' },
        { value: 'active', label: 'Active' },
        { value: 'expired', label: 'Expired' },
        { value: 'revoked', label: 'Revoked' },
      ]}
      value={value ?? ''}
      onChange={(value) => onChange((value || undefined) as Status)}
    />
  )
}
