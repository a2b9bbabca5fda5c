import { NativeSelect } from '@mantine/core'
import { type Input, type listPayments, paymentMethods } from '#contract'
import { DayField } from '../../../components/day-field.tsx'
import { FilterBar, SearchField } from '../../../components/filters.tsx'
import type { useFilters } from '../../../list.ts'
import { methodNames } from '../payment-words.ts'

type Query = Input<typeof listPayments>

/** What is selected by type: of `kind` or `reversed`, one at most. */
const types: { value: string; label: string; query: Pick<Query, 'kind' | 'reversed'> }[] = [
  { value: '', label: 'Any type', query: {} },
  { value: 'payment', label: 'Payments', query: { kind: 'payment' } },
  { value: 'refund', label: 'Refunds', query: { kind: 'refund' } },
  { value: 'reversal', label: 'Reversals', query: { kind: 'reversal' } },
  { value: 'reversed', label: 'Reversed', query: { reversed: 'true' } },
  { value: 'valid', label: 'Not reversed', query: { reversed: 'false' } },
]

const methods = [
  { value: '', label: 'Any method' },
  ...paymentMethods.map((value) => ({ value, label: methodNames[value] })),
]

interface PaymentFiltersProps {
  filters: ReturnType<typeof useFilters<typeof listPayments>>
}

export function PaymentFilters({ filters: { values, set } }: PaymentFiltersProps) {
  const { q, kind, reversed, method, from, to } = values
  const type = types.find(({ query }) => query.kind === kind && query.reversed === reversed)
  const chooseType = (wanted: string) =>
    set({ kind: undefined, reversed: undefined, ...types.find(({ value }) => value === wanted)?.query })
  return (
    <FilterBar>
      <SearchField label="Search by reference, invoice or name" value={q} onChange={(q) => set({ q })} />
      <NativeSelect
        aria-label="Type"
        data={types.map(({ value, label }) => ({ value, label }))}
        value={type?.value ?? ''}
        onChange={(event) => chooseType(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label="Payment method"
        data={methods}
        value={method ?? ''}
        onChange={(event) => set({ method: (event.currentTarget.value || undefined) as Query['method'] })}
      />
      <DayField label="From" value={from} onChange={(from) => set({ from })} />
      <DayField label="To" value={to} onChange={(to) => set({ to })} />
    </FilterBar>
  )
}
