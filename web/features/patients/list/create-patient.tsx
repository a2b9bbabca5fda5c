import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createPatient, listPatients } from '#contract'
import { callOptions } from '../../../api.ts'
import { TextLink } from '../../../components/links.tsx'
import { OperationForm, useOperationForm } from '../../../components/operation-form.tsx'
import { isDate } from '../../../components/typed-date.ts'
import { PatientFields } from '../patient-fields.tsx'
import { PatientLine } from '../patient-line.tsx'
import { inputOf, type PatientValues, valuesOf } from '../patient-values.ts'
import { patientName } from '../words.ts'

export default function CreatePatient({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate()
  const form = useOperationForm(createPatient, {
    initial: valuesOf(),
    input: inputOf,
    onDone: ({ id }) => navigate({ to: '/patients/$patientId', params: { patientId: id }, replace: true }),
  })
  return (
    <OperationForm form={form} submit="Create patient" onCancel={onCancel}>
      <PatientFields form={form}>
        <PossibleDuplicates values={form.values} />
      </PatientFields>
    </OperationForm>
  )
}

/** Existing records with the same date of birth and a name like the one being typed. */
function PossibleDuplicates({ values }: { values: PatientValues }) {
  const typed = { q: `${values.givenName} ${values.familyName}`.trim(), birthDate: values.birthDate }
  const [{ q, birthDate }] = useDebouncedValue(typed, 400)
  const enabled = q.length > 1 && isDate(birthDate)
  const { data } = useQuery({
    ...callOptions(listPatients, { q, birthDate, limit: 3 }),
    enabled,
    placeholderData: keepPreviousData,
  })
  const found = enabled ? (data?.data ?? []) : []

  return (
    // The region stays while it is empty, so that screen readers announce what appears in it; it takes no space then.
    <Stack gap={4} role="status" {...(found.length === 0 && { mt: 'calc(-1 * var(--mantine-spacing-md))' })}>
      {found.length > 0 && <Text fw={500}>Possible duplicates:</Text>}
      {found.map((patient) => (
        <Text key={patient.id}>
          <TextLink to="/patients/$patientId" params={{ patientId: patient.id }}>
            <bdi>{patientName(patient)}</bdi>
          </TextLink>{' '}
          <Text span c="dimmed">
            <PatientLine patient={patient} />
          </Text>
        </Text>
      ))}
    </Stack>
  )
}
