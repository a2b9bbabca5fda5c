import { NativeSelect } from '@mantine/core'
import type { listLevels } from '#contract'
import { type FilterOf, searchFilter } from '../../../components/filters.tsx'
import { calendarDate, dayAfter } from '../../../components/format.ts'
import { segmentFilter } from '../../../components/segment-filter.tsx'
import { useStockLocations } from '../locations.tsx'

const width = { flex: '1 1 9rem', maw: { base: 'none', sm: '14rem' } }

/** Search, location, expiry, and stock below its reorder level. */
export const levelFilters = (today: string): FilterOf<typeof listLevels>[] => [
  searchFilter('Search by SKU, name or GTIN'),
  ({ values, set }) => (
    <LocationFilter value={values.locationId} onChange={(locationId) => set({ locationId })} />
  ),
  ({ values: { expiringBefore = '' }, set }) => (
    <NativeSelect
      aria-label="Expiry"
      {...width}
      data={expiries(today, expiringBefore)}
      value={expiringBefore}
      onChange={(event) => set({ expiringBefore: event.currentTarget.value || undefined })}
    />
  ),
  segmentFilter('below', 'Stock level', { '': 'Any level', reorder: 'Below reorder level' }),
]

function expiries(today: string, chosen: string) {
  const usual = [
    { value: '', label: 'Any expiry' },
    { value: today, label: 'Expired' },
    { value: dayAfter(today, 31), label: 'Expiring within 30 days' },
    { value: dayAfter(today, 91), label: 'Expiring within 90 days' },
  ]
  // A bookmarked or shared link has a date, which no longer matches these tomorrow.
  if (usual.some(({ value }) => value === chosen)) return usual
  return [...usual, { value: chosen, label: `Expiring before ${calendarDate(chosen)}` }]
}

interface LocationFilterProps {
  value: string | undefined
  onChange: (locationId: string | undefined) => void
}

function LocationFilter({ value = '', onChange }: LocationFilterProps) {
  const locations = useStockLocations()
  if (locations.length <= 1 && !value) return null
  return (
    <NativeSelect
      aria-label="Location"
      {...width}
      data={[
        { value: '', label: 'Any location' },
        ...locations.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}
