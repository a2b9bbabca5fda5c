import { Button, Group, Pill, SegmentedControl, Text } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { listPatients, type Patient, patientLabels } from '#contract'
import { type Column, DataTable, RowLink } from '../../../components/data-table.tsx'
import { FilterBar, SearchField } from '../../../components/filters.tsx'
import { FormDialog, useDialog } from '../../../components/form-dialog.tsx'
import { calendarDate } from '../../../components/format.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { headings } from '../../../headings.ts'
import { useFilters, useList } from '../../../list.ts'
import { BirthDate } from '../field-value.tsx'
import { firstIdentifier, identifierText, patientName, sexNames } from '../words.ts'

const CreatePatient = lazyPart(() => import('./create-patient.tsx'))

export default function PatientsPage() {
  const filters = useFilters(listPatients)
  const { status = 'active', q } = filters.values
  // The best match is first.
  const { sort, ...search } = filters.values
  const loaded = useList(listPatients, q ? search : filters.values)
  const list = q ? { ...loaded, sorting: undefined } : loaded
  const creating = useDialog('new')

  return (
    <>
      <PageHeader
        {...headings['/patients']}
        action={
          <>
            <ButtonLink to="/patients/duplicates">Duplicates</ButtonLink>
            <Button variant="filled" leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open}>
              New patient
            </Button>
          </>
        }
      />
      <ResultKeys ready={list.busy ? undefined : (q ?? '')}>
        <FilterBar>
          <SearchField label="Search patients" value={q} onChange={(q) => filters.set({ q })} />
          <SegmentedControl
            aria-label="Record status"
            data={[
              { value: 'active', label: 'Current' },
              { value: 'merged', label: 'Merged' },
            ]}
            value={status}
            onChange={(value) => filters.set({ status: value === 'merged' ? 'merged' : undefined })}
          />
          <FilterPills filters={filters} />
        </FilterBar>
        <DataTable
          label="Patients"
          list={list}
          columns={columns}
          filters={filters}
          isFaded={({ status }) => status === 'merged'}
          empty={{
            title: 'No patients yet',
            text: 'Add your first patient here, or import them all through the API.',
            action: <Button onClick={creating.open}>Add first patient</Button>,
          }}
        />
      </ResultKeys>
      <FormDialog dialog={creating} title="New patient">
        <CreatePatient onCancel={creating.close} />
      </FormDialog>
    </>
  )
}

/** Filters that come with a link and have no field on the page, each with a button that removes it. */
function FilterPills({ filters }: { filters: ReturnType<typeof useFilters<typeof listPatients>> }) {
  const { birthDate, identifier, phone } = filters.values
  const pill = (name: string, onRemove: () => void) => ({
    size: 'md' as const,
    withRemoveButton: true,
    removeButtonProps: { 'aria-label': `Remove the ${name} filter`, 'aria-hidden': false, tabIndex: 0 },
    onRemove,
  })
  return (
    <>
      {birthDate && (
        <Pill {...pill('date of birth', () => filters.set({ birthDate: undefined }))}>
          Born {calendarDate(birthDate)}
        </Pill>
      )}
      {identifier && (
        <Pill {...pill('identifier', () => filters.set({ identifier: undefined }))}>
          Identifier {identifier}
        </Pill>
      )}
      {phone && <Pill {...pill('phone', () => filters.set({ phone: undefined }))}>Phone {phone}</Pill>}
    </>
  )
}

const columns: Column<Patient>[] = [
  {
    heading: 'Name',
    sort: 'name',
    cell: (patient) => (
      <Group gap="xs">
        <RowLink to="/patients/$patientId" params={{ patientId: patient.id }} dir="auto">
          {patientName(patient)}
        </RowLink>
        {patient.status === 'merged' && (
          <StateBadge kind="quiet" icon={IconUsers}>
            Merged
          </StateBadge>
        )}
      </Group>
    ),
  },
  { heading: 'Born', width: '12rem', cell: ({ birthDate }) => <BirthDate date={birthDate} /> },
  { heading: 'Sex', drop: 1, width: '6rem', cell: ({ sex }) => sexNames[sex] },
  {
    heading: 'Identifier',
    drop: 2,
    width: '22%',
    cell: (patient) => patient.identifiers[0] && <FirstIdentifier of={patient} />,
  },
  { heading: patientLabels.phone, width: '10rem', cell: ({ phone }) => phone && <bdi>{phone}</bdi> },
]

function FirstIdentifier({ of: patient }: { of: Patient }) {
  const first = firstIdentifier(patient)
  const others = patient.identifiers.length - 1
  return (
    first && (
      <>
        <bdi>{identifierText(first)}</bdi>
        {others > 0 && (
          <Text span c="dimmed">
            {` and ${others} more`}
          </Text>
        )}
      </>
    )
  )
}

interface ResultKeysProps {
  /** The search whose matches are shown; undefined while they are outdated. */
  ready: string | undefined
  children: ReactNode
}

/** Arrow keys move from the search field to its first match and back; so does Enter from the search field. */
function ResultKeys({ ready, children }: ResultKeysProps) {
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const { key, target, currentTarget } = event
    const first = currentTarget.querySelector<HTMLElement>('a[data-row-link]')
    const search = currentTarget.querySelector<HTMLInputElement>('[data-page-search]')
    const isForward = target === search && search?.value.trim() === ready
    const to =
      isForward && ['ArrowDown', 'Enter'].includes(key)
        ? first
        : target === first && key === 'ArrowUp'
          ? search
          : null
    if (!to) return
    event.preventDefault()
    to.focus()
  }
  // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the field and the links in it
  return <div onKeyDown={press}>{children}</div>
}
