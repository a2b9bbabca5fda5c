import { NativeSelect } from '@mantine/core'
import { type Input, type listMovements, movementReasons } from '#contract'
import { DayField } from '../../../components/day-field.tsx'
import { FilterBar } from '../../../components/filters.tsx'
import type { useFilters } from '../../../list.ts'
import { reasonName } from '../reasons.ts'

const reasons = [
  { value: '', label: 'Any reason' },
  ...movementReasons.map((value) => ({ value, label: reasonName(value) })),
]

interface MovementFiltersProps {
  filters: ReturnType<typeof useFilters<typeof listMovements>>
}

/** The reason and the days of movements. */
export function MovementFilters({ filters: { values, set } }: MovementFiltersProps) {
  return (
    <FilterBar>
      <NativeSelect
        aria-label="Reason"
        flex={{ base: '1 1 100%', sm: '0 1 14rem' }}
        data={reasons}
        value={values.reason ?? ''}
        onChange={(event) =>
          set({ reason: (event.currentTarget.value || undefined) as Input<typeof listMovements>['reason'] })
        }
      />
      <DayField label="From" value={values.from} onChange={(from) => set({ from })} />
      <DayField label="To" value={values.to} onChange={(to) => set({ to })} />
    </FilterBar>
  )
}
