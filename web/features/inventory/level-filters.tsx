import { NativeSelect, SegmentedControl } from '@mantine/core'
import type { listLevels } from '#contract'
import { dayAfter } from '../../components/days.ts'
import { FilterBar } from '../../components/filter-bar.tsx'
import { calendarDate } from '../../components/format.ts'
import { SearchField } from '../../components/search-field.tsx'
import type { useFilters } from '../../list.ts'
import classes from './level-filters.module.css'
import { useStockLocations } from './use-stock-locations.ts'

interface LevelFiltersProps {
  filters: ReturnType<typeof useFilters<typeof listLevels>>
  today: string
}

/** Search, place, and what asks for attention: too little, or not for long. */
export function LevelFilters({ filters: { values, set }, today }: LevelFiltersProps) {
  const { q, locationId, below, expiringBefore } = values
  const locations = useStockLocations()
  const expiries = [
    { value: '', label: 'Any expiry' },
    { value: today, label: 'Expired' },
    { value: dayAfter(today, 31), label: 'Expiring within 30 days' },
    { value: dayAfter(today, 91), label: 'Expiring within 90 days' },
  ]
  // An address that was kept or shared names a day, which is another one of these by tomorrow.
  if (expiringBefore && !expiries.some(({ value }) => value === expiringBefore))
    expiries.push({ value: expiringBefore, label: `Expiring before ${calendarDate(expiringBefore)}` })

  return (
    <FilterBar>
      <SearchField label="Search by SKU, name or GTIN" value={q} onChange={(q) => set({ q })} />
      {(locations.length > 1 || locationId) && (
        <NativeSelect
          aria-label="Location"
          className={classes.filter ?? ''}
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
        className={classes.filter ?? ''}
        data={expiries}
        value={expiringBefore ?? ''}
        onChange={(event) => set({ expiringBefore: event.currentTarget.value || undefined })}
      />
      <SegmentedControl
        aria-label="How much"
        data={[
          { value: '', label: 'Any amount' },
          { value: 'reorder', label: 'Below reorder level' },
        ]}
        value={below ?? ''}
        onChange={(value) => set({ below: value === 'reorder' ? 'reorder' : undefined })}
      />
    </FilterBar>
  )
}
