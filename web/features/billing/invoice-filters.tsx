import { NativeSelect } from '@mantine/core'
import type { Invoice, listInvoices } from '#contract'
import { DayField } from '../../components/day-field.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { SearchField } from '../../components/search-field.tsx'
import type { useFilters } from '../../list.ts'

const states = [
  { value: '', label: 'Any status' },
  { value: 'draft', label: 'Draft' },
  { value: 'issued', label: 'Issued' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'paid', label: 'Paid' },
  { value: 'void', label: 'Void' },
]

export function InvoiceFilters({ filters }: { filters: ReturnType<typeof useFilters<typeof listInvoices>> }) {
  const { q, status, overdue, from, to } = filters.values
  const choose = (value: string) =>
    filters.set({
      overdue: value === 'overdue' ? 'true' : undefined,
      status: value === 'overdue' ? undefined : ((value || undefined) as Invoice['status'] | undefined),
    })
  return (
    <FilterBar>
      <SearchField label="Search by number or name" value={q} onChange={(q) => filters.set({ q })} />
      <NativeSelect
        aria-label="Status"
        data={states}
        value={overdue ? 'overdue' : (status ?? '')}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <DayField label="From" value={from} onChange={(from) => filters.set({ from })} />
      <DayField label="To" value={to} onChange={(to) => filters.set({ to })} />
    </FilterBar>
  )
}
