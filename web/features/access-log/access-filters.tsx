import { type listAccessLog, listUsers } from '#contract'
import { useCall } from '../../api.ts'
import type { FilterOf } from '../../components/filters.tsx'
import { periodFilter } from '../../components/period-filter.tsx'
import { SearchableSelect } from '../../components/searchable-select.tsx'
import { PatientPicker } from '../patients/patient-picker.tsx'

/** The patient, the user and the days of reads. */
export const accessFilters: FilterOf<typeof listAccessLog>[] = [
  ({ values: { patientId }, set }) => (
    <PatientPicker
      label="Patient"
      filterPlaceholder="Any patient"
      value={patientId ?? null}
      onChange={(patientId) => set({ patientId: patientId ?? undefined })}
    />
  ),
  ({ values: { userId }, set }) => (
    <UserFilter value={userId} onChange={(userId) => set({ userId: userId ?? undefined })} />
  ),
  periodFilter,
]

interface UserFilterProps {
  value: string | undefined
  onChange: (userId: string | null) => void
}

function UserFilter({ value = '', onChange }: UserFilterProps) {
  const { data: users } = useCall(listUsers, { limit: 200 })
  return (
    <SearchableSelect
      aria-label="User"
      placeholder="Any user"
      nothingFound="No user found"
      data={users?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      value={value || null}
      onChange={onChange}
      clearable
      clearButtonProps={{ 'aria-label': 'Any user' }}
      flex={{ base: '1 1 100%', sm: '1 1 12rem' }}
      maw={{ base: 'none', sm: '16rem' }}
    />
  )
}
