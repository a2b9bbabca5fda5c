import { NativeSelect, Pill } from '@mantine/core'
import { type listSources, type Output, sourceKinds, sourceStatuses } from '#contract'
import { FilterBar } from '../../components/filter-bar.tsx'
import { formatCount } from '../../components/format.ts'
import { SearchField } from '../../components/search-field.tsx'
import type { useFilters } from '../../list.ts'
import classes from './source-filters.module.css'
import { kindNames, statusNames } from './words.ts'

interface SourceFiltersProps {
  filters: ReturnType<typeof useFilters<typeof listSources>>
  counts: Output<typeof listSources>['counts'] | undefined
}

/** Part of the title, state and kind, and a tag that was chosen in a row. */
export function SourceFilters({ filters: { values, set }, counts }: SourceFiltersProps) {
  const { q, status, kind, tag } = values
  return (
    <FilterBar>
      <SearchField label="Filter by title" value={q} onChange={(q) => set({ q })} />
      <NativeSelect
        aria-label="Status"
        className={classes.filter ?? ''}
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
        className={classes.filter ?? ''}
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
