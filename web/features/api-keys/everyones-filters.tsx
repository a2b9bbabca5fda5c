import { Button, Group } from '@mantine/core'
import type { listEveryonesApiKeys, Output } from '#contract'
import { FilterBar } from '../../components/filter-bar.tsx'
import { SearchField } from '../../components/search-field.tsx'
import type { useFilters } from '../../list.ts'
import { upTo } from './counts.ts'
import { StatusFilter } from './status-filter.tsx'

type Concerns = Output<typeof listEveryonesApiKeys>['concerns']

interface EveryonesFiltersProps {
  filters: ReturnType<typeof useFilters<typeof listEveryonesApiKeys>>
  /** How many there are of each; absent while they load. */
  concerns: Concerns | undefined
}

/** Search and state, and what should not be there, with how much of it there is. */
export function EveryonesFilters({ filters: { values, set }, concerns }: EveryonesFiltersProps) {
  const { q, status, concern } = values
  return (
    <>
      <FilterBar>
        <SearchField label="Search by name, owner or prefix" value={q} onChange={(q) => set({ q })} />
        <StatusFilter value={status} onChange={(status) => set({ status, concern: undefined })} />
      </FilterBar>
      <Group role="group" aria-label="To be looked at" gap="xs" mb="md">
        {concernNames.map(([value, count, name]) => (
          <Button
            key={value}
            size="compact-sm"
            variant={concern === value ? 'light' : 'default'}
            aria-pressed={concern === value}
            onClick={() => set({ concern: concern === value ? undefined : value, status: undefined })}
          >
            {concerns && `${upTo(concerns[count])} `}
            {name}
          </Button>
        ))}
      </Group>
    </>
  )
}

const concernNames = [
  ['never_expires', 'neverExpires', 'never expiring'],
  ['long_unused', 'longUnused', 'unused for 90 days'],
  ['owner_disabled', 'ownerDisabled', 'of disabled members'],
] as const
