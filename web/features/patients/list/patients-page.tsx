import { Button, Group, Text } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { createPatient, listPatients, type Patient, patientLabels } from '#contract'
import { type Column, column, nameColumn, RowLink } from '../../../components/columns.tsx'
import { type FilterOf, searchFilter } from '../../../components/filters.tsx'
import { FormDialog, useDialog } from '../../../components/form-dialog.tsx'
import { calendarDate } from '../../../components/format.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { pillFilter } from '../../../components/pill-filter.tsx'
import { segmentFilter } from '../../../components/segment-filter.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { headings } from '../../../headings.ts'
import { useFilters, useList } from '../../../list.ts'
import { useMay } from '../../../session.ts'
import { BirthDate } from '../field-value.tsx'
import { firstIdentifier, identifierText, patientName, sexNames } from '../words.ts'

const CreatePatient = lazyPart(() => import('./create-patient.tsx'))

export default function PatientsPage() {
  const filters = useFilters(listPatients)
  // The best match is first.
  const { sort, ...search } = filters.values
  const { q } = search
  const list = useList(listPatients, q ? search : filters.values)
  const creating = useDialog('new')
  const mayCreate = useMay()(createPatient)

  return (
    <ResultKeys ready={list.busy ? undefined : (q ?? '')}>
      <ListPage
        {...headings['/patients']}
        action={
          <>
            <ButtonLink to="/patients/duplicates">Duplicates</ButtonLink>
            {mayCreate && (
              <Button
                variant="filled"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={creating.open}
              >
                New patient
              </Button>
            )}
          </>
        }
        list={{ ...list, ...(q && { sorting: undefined }), filters }}
        filters={patientFilters}
        columns={columns}
        isFaded={({ status }) => status === 'merged'}
        empty={{
          title: 'No patients yet',
          text: 'Add your first patient here, or import them all through the API.',
          action: mayCreate && <Button onClick={creating.open}>Add first patient</Button>,
        }}
      >
        {mayCreate && (
          <FormDialog dialog={creating} title="New patient">
            <CreatePatient onCancel={creating.close} />
          </FormDialog>
        )}
      </ListPage>
    </ResultKeys>
  )
}

const patientFilters: FilterOf<typeof listPatients>[] = [
  searchFilter('Search patients'),
  segmentFilter('status', 'Record status', { active: 'Current', merged: 'Merged' }),
  pillFilter('birthDate', 'Remove the date of birth filter', (date) => `Born ${calendarDate(date)}`),
  pillFilter('identifier', 'Remove the identifier filter', (text) => `Identifier ${text}`),
  pillFilter('phone', 'Remove the phone filter', (text) => `Phone ${text}`),
]

const columns: Column<Patient>[] = [
  column('Name', { sort: 'name' }, (patient) => (
    <Group gap="xs">
      <RowLink to="/patients/$patientId" params={{ patientId: patient.id }} dir="auto">
        {patientName(patient)}
      </RowLink>
      {patient.status === 'merged' && <StateBadge kind="quiet" icon={IconUsers} text="Merged" />}
    </Group>
  )),
  column('Born', { width: '12rem' }, ({ birthDate }) => <BirthDate date={birthDate} />),
  column('Sex', { drop: 1, width: '6rem' }, ({ sex }) => sexNames[sex]),
  column(
    'Identifier',
    { drop: 2, width: '22%' },
    (patient) => patient.identifiers[0] && <FirstIdentifier of={patient} />,
  ),
  nameColumn(patientLabels.phone, { width: '10rem' }, ({ phone }) => phone),
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
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the field and the links in it
    <div style={{ display: 'contents' }} onKeyDown={press}>
      {children}
    </div>
  )
}
