import { type listAccessLog, listUsers } from '#contract'
import { useCall } from '../../api.ts'
import { FilterBar } from '../../components/filters.tsx'
import { PeriodFields } from '../../components/period-fields.tsx'
import { SearchableSelect } from '../../components/searchable-select.tsx'
import type { FiltersOf } from '../../list-address.ts'
import { PatientPicker } from '../patients/patient-picker.tsx'

type Values = FiltersOf<typeof listAccessLog>

interface AccessFiltersProps {
  values: Values
  onChange: (change: { [Name in keyof Values]?: Values[Name] | undefined }) => void
}

/** The patient, the user and the days of reads. */
export function AccessFilters({ values: { patientId, userId, from, to }, onChange }: AccessFiltersProps) {
  const { data: users } = useCall(listUsers, { limit: 200 })
  return (
    <FilterBar>
      <PatientPicker
        label="Patient"
        filterPlaceholder="Any patient"
        value={patientId ?? null}
        onChange={(patientId) => onChange({ patientId: patientId ?? undefined })}
      />
      <SearchableSelect
        aria-label="User"
        placeholder="Any user"
        nothingFound="No user found"
        data={users?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={userId ?? null}
        onChange={(userId) => onChange({ userId: userId ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'Any user' }}
        flex={{ base: '1 1 100%', sm: '1 1 12rem' }}
        maw={{ base: 'none', sm: '16rem' }}
      />
      <PeriodFields from={from} to={to} onChange={onChange} />
    </FilterBar>
  )
}
