import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { listPatients } from '#contract'
import { DataTable } from '../../components/data-table.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { useFilters, useList } from '../../list.ts'
import { CreatePatient } from './create-patient.tsx'
import { FilterPills } from './filter-pills.tsx'
import { patientColumns } from './patient-columns.tsx'
import { ResultKeys } from './result-keys.tsx'

export function PatientsPage() {
  const filters = useFilters(listPatients)
  const { status = 'active', q } = filters.values
  const list = useList(listPatients, filters.values)
  const creating = useDialog('new')

  return (
    <>
      <PageHeader
        title="Patients"
        description="Search by name, also misspelt, by date of birth, identifier or telephone number."
        action={
          <>
            <ButtonLink to="/patients/duplicates" variant="default">
              Duplicates
            </ButtonLink>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open}>
              New patient
            </Button>
          </>
        }
      />
      <ResultKeys ready={list.busy ? undefined : (q ?? '')}>
        <FilterBar>
          <SearchField label="Search patients" value={q} onChange={(q) => filters.set({ q })} />
          <SegmentedControl
            aria-label="Which records"
            data={[
              { value: 'active', label: 'Current' },
              { value: 'merged', label: 'Merged' },
            ]}
            value={status}
            onChange={(value) => filters.set({ status: value === 'merged' ? 'merged' : undefined })}
          />
          <FilterPills values={filters.values} onChange={filters.set} />
        </FilterBar>
        <DataTable
          label="Patients"
          list={list}
          columns={patientColumns}
          filters={filters}
          isFaded={({ status }) => status === 'merged'}
          empty={{
            title: 'No patients yet',
            text: 'Record the first one here, or send them all through the API with a key.',
            action: (
              <Button variant="default" onClick={creating.open}>
                Record the first one
              </Button>
            ),
          }}
        />
      </ResultKeys>
      <FormDialog dialog={creating} title="New patient">
        <CreatePatient onCancel={creating.close} />
      </FormDialog>
    </>
  )
}
