import { Select } from '@mantine/core'
import type { AuditAction, listAuditLog } from '#contract'
import { DayField } from '../../components/day-field.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { SearchField } from '../../components/search-field.tsx'
import scrolling from '../../components/select-options.module.css'
import type { FiltersOf } from '../../list.ts'
import { actionGroups } from './action-names.ts'
import classes from './audit-filters.module.css'
import { dayOf, lastDayBefore, startOf, startOfNext } from './days.ts'

type Values = FiltersOf<typeof listAuditLog>

interface AuditFiltersProps {
  values: Values
  onChange: (change: { [Name in keyof Values]?: Values[Name] | undefined }) => void
}

export function AuditFilters({ values: { action, actor, from, to }, onChange }: AuditFiltersProps) {
  return (
    <FilterBar>
      <SearchField label="Search by e-mail address" value={actor} onChange={(actor) => onChange({ actor })} />
      <Select
        aria-label="Action"
        placeholder="Any action"
        data={actionGroups}
        value={action ?? null}
        onChange={(action) => onChange({ action: (action as AuditAction | null) ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'Any action' }}
        className={classes.action ?? ''}
        withScrollArea={false}
        classNames={{ options: scrolling.options ?? '' }}
      />
      <DayField
        label="From"
        value={from && dayOf(from)}
        onChange={(day) => onChange({ from: day && startOf(day) })}
      />
      <DayField
        label="To"
        value={to && lastDayBefore(to)}
        onChange={(day) => onChange({ to: day && startOfNext(day) })}
      />
    </FilterBar>
  )
}
