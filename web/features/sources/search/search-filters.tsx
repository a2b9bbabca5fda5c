import { NativeSelect } from '@mantine/core'
import { type searchProject, sourceKinds } from '#contract'
import { FilterBar, TextFilter } from '../../../components/filters.tsx'
import { PeriodFields } from '../../../components/period-fields.tsx'
import type { useFilters } from '../../../list.ts'
import { kindNames } from '../source-state.tsx'

interface SearchFiltersProps {
  filters: ReturnType<typeof useFilters<typeof searchProject>>
}

/** Filters by the speaker of a passage, and by the details of its source. */
export function SearchFilters({ filters: { values, set } }: SearchFiltersProps) {
  const { kind, speaker, author, tag, from, to } = values
  return (
    <FilterBar>
      <TextFilter label="Speaker" value={speaker} onChange={(speaker) => set({ speaker })} />
      <TextFilter label="Author" value={author} onChange={(author) => set({ author })} />
      <TextFilter label="Tag" maxLength={60} value={tag} onChange={(tag) => set({ tag })} />
      <NativeSelect
        aria-label="Kind"
        flex={{ base: '1 1 8rem', sm: '0 1 7rem' }}
        data={[
          { value: '', label: 'Any kind' },
          ...sourceKinds.map((value) => ({ value, label: kindNames[value] })),
        ]}
        value={kind ?? ''}
        onChange={(event) => set({ kind: sourceKinds.find((one) => one === event.currentTarget.value) })}
      />
      <PeriodFields from={from} to={to} onChange={set} />
    </FilterBar>
  )
}
