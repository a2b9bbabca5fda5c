import { NativeSelect, SegmentedControl } from '@mantine/core'
import type { listLevels } from '#contract'
import { FilterBar, SearchField } from '../../../components/filters.tsx'
import { calendarDate, dayAfter } from '../../../components/format.ts'
import type { useFilters } from '../../../list.ts'
import { useStockLocations } from '../locations.tsx'

const width = { flex: '1 1 9rem', maw: { base: 'none', sm: '14rem' } }

interface LevelFiltersProps {
  filters: ReturnType<typeof useFilters<typeof listLevels>>
  today: string
}

/** Search, location, expiry, and stock below its reorder level. */
export function LevelFilters({ filters: { values, set }, today }: LevelFiltersProps) {
  const { q, locationId, below, expiringBefore } = values
  const locations = useStockLocations()
  const expiries = [
    { value: '', label: 'Any expiry' },
    { value: today, label: 'Expired' },
    { value: dayAfter(today, 31), label: 'Expiring within 30 days' },
    { value: dayAfter(today, 91), label: 'Expiring within 90 days' },
  ]
  // A bookmarked or shared link has a date, which no longer matches these tomorrow.
  if (expiringBefore && !expiries.some(({ value }) => value === expiringBefore))
    expiries.push({ value: expiringBefore, label: `Expiring before ${calendarDate(expiringBefore)}` })

  return (
    <FilterBar>
      <SearchField label="Search by SKU, name or GTIN" value={q} onChange={(q) => set({ q })} />
      {(locations.length > 1 || locationId) && (
        <NativeSelect
          aria-label="Location"
          {...width}
          data={[
            { value: '', label: 'Any location' },
            ...locations.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={locationId ?? ''}
          onChange={(event) => set({ locationId: event.currentTarget.value || undefined })}
        />
      )}
      <NativeSelect
        aria-label="Expiry"
        {...width}
        data={expiries}
        value={expiringBefore ?? ''}
        onChange={(event) => set({ expiringBefore: event.currentTarget.value || undefined })}
      />
      <SegmentedControl
        aria-label="Stock level"
        data={[
          { value: '', label: 'Any level' },
          { value: 'reorder', label: 'Below reorder level' },
        ]}
        value={below ?? ''}
        onChange={(value) => set({ below: value === 'reorder' ? 'reorder' : undefined })}
      />
    </FilterBar>
  )
}
