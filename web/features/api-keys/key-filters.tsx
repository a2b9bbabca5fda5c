import { NativeSelect } from '@mantine/core'
import type { ApiKey, ListedApiKey, listApiKeys } from '#contract'
import { type FilterOf, searchFilter } from '../../components/filters.tsx'
import { segmentFilter } from '../../components/segment-filter.tsx'

/** Returns the filters of long lists: search, state, and the order unless only some of the keys are loaded. */
export const keyFilters = (
  order: Order,
  onOrder: ((order: Order) => void) | undefined,
): FilterOf<typeof listApiKeys>[] => [
  searchFilter('Search by name or prefix'),
  statusFilter,
  () =>
    onOrder && (
      <NativeSelect
        aria-label="Order"
        data={Object.entries(orders).map(([value, { label }]) => ({ value, label }))}
        value={order}
        onChange={(event) => onOrder(event.currentTarget.value as Order)}
      />
    ),
]

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
export function inOrder(keys: readonly ListedApiKey[], order: Order): readonly ListedApiKey[] {
  const { compare } = orders[order]
  return compare ? keys.toSorted(compare) : keys
}

export const statusFilter = segmentFilter('status', 'State', {
  '': 'All',
  active: 'Active',
  expired: 'Expired',
  revoked: 'Revoked',
})
