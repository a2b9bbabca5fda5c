import { NativeSelect, Pill } from '@mantine/core'
import { type listSources, type Output, sourceKinds, sourceStatuses } from '#contract'
import { FilterBar, SearchField } from '../../../components/filters.tsx'
import { formatCount } from '../../../components/format.ts'
import type { useFilters } from '../../../list.ts'
import { kindNames, statusNames } from '../source-state.tsx'

interface SourceFiltersProps {
  filters: ReturnType<typeof useFilters<typeof listSources>>
  counts: Output<typeof listSources>['counts'] | undefined
}

/** Filters by title, state, kind, and a tag chosen in a row. */
export function SourceFilters({ filters: { values, set }, counts }: SourceFiltersProps) {
  const { q, status, kind, tag } = values
  return (
    <FilterBar>
      <SearchField label="Filter by title" value={q} onChange={(q) => set({ q })} />
      <NativeSelect
        aria-label="Status"
        flex={{ base: '1 1 8rem', sm: '0 1 10rem' }}
        data={[
          { value: '', label: 'Any status' },
          ...sourceStatuses.map((value) => ({
            value,
            label: counts ? `${statusNames[value]} (${formatCount(counts[value])})` : statusNames[value],
          })),
        ]}
        value={status ?? ''}
        onChange={(event) => set({ status: sourceStatuses.find((one) => one === event.currentTarget.value) })}
      />
      <NativeSelect
        aria-label="Kind"
        flex={{ base: '1 1 8rem', sm: '0 1 10rem' }}
        data={[
          { value: '', label: 'Any kind' },
          ...sourceKinds.map((value) => ({ value, label: kindNames[value] })),
        ]}
        value={kind ?? ''}
        onChange={(event) => set({ kind: sourceKinds.find((one) => one === event.currentTarget.value) })}
      />
      {tag && (
        <Pill
          size="md"
          withRemoveButton
          removeButtonProps={{ 'aria-label': 'With any tag', 'aria-hidden': false, tabIndex: 0 }}
          onRemove={() => set({ tag: undefined })}
        >
          Tag: <bdi>{tag}</bdi>
        </Pill>
      )}
    </FilterBar>
  )
}
