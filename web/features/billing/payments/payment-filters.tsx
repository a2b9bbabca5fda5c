// Separate because its page is long enough without it.
import { NativeSelect } from '@mantine/core'
import { type listPayments, paymentMethods } from '#contract'
import { dayFilter } from '../../../components/day-field.tsx'
import { type Filter, searchFilter } from '../../../components/filters.tsx'
import { selectFilter } from '../../../components/select-filter.tsx'
import type { FiltersOf } from '../../../list-address.ts'
import { methodNames } from '../payment-words.ts'

type Query = FiltersOf<typeof listPayments>

/** What is selected by type: of `kind` or `reversed`, one at most. */
const types: { value: string; label: string; query: Pick<Query, 'kind' | 'reversed'> }[] = [
  { value: '', label: 'Any type', query: {} },
  { value: 'payment', label: 'Payments', query: { kind: 'payment' } },
  { value: 'refund', label: 'Refunds', query: { kind: 'refund' } },
  { value: 'reversal', label: 'Reversals', query: { kind: 'reversal' } },
  { value: 'reversed', label: 'Reversed', query: { reversed: 'true' } },
  { value: 'valid', label: 'Not reversed', query: { reversed: 'false' } },
]

export const paymentFilters: Filter<Query>[] = [
  searchFilter('Search by reference, invoice or name'),
  ({ values: { kind, reversed }, set }) => (
    <NativeSelect
      aria-label="Type"
      data={types.map(({ value, label }) => ({ value, label }))}
      value={types.find(({ query }) => query.kind === kind && query.reversed === reversed)?.value ?? ''}
      onChange={({ currentTarget }) =>
        set({
          kind: undefined,
          reversed: undefined,
          ...types.find(({ value }) => value === currentTarget.value)?.query,
        })
      }
    />
  ),
  selectFilter('method', 'Payment method', 'Any method', paymentMethods, (method) => methodNames[method]),
  dayFilter(),
]
