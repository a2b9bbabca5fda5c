import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listPatients } from '#contract'
import { callOptions } from '../../api.ts'
import { TextLink } from '../../components/links.tsx'
import { PatientLine } from './patient-line.tsx'
import type { PatientValues } from './patient-values.ts'
import classes from './perhaps-recorded.module.css'
import { nameOf } from './words.ts'

/** Who is there already with the date of birth and a name like the one that is being typed. */
export function PerhapsRecorded({ values }: { values: PatientValues }) {
  const typed = { q: `${values.givenName} ${values.familyName}`.trim(), birthDate: values.birthDate }
  const [{ q, birthDate }] = useDebouncedValue(typed, 400)
  const enabled = q.length > 1 && birthDate >= '1800'
  const { data } = useQuery({
    ...callOptions(listPatients, { q, birthDate, limit: 3 }),
    enabled,
    placeholderData: keepPreviousData,
  })
  const found = enabled ? (data?.data ?? []) : []

  return (
    <Stack gap={4} role="status" data-empty={found.length === 0 || undefined} className={classes.found ?? ''}>
      {found.length > 0 && <Text fw={500}>Perhaps recorded already:</Text>}
      {found.map((patient) => (
        <Text key={patient.id}>
          <TextLink to="/patients/$patientId" params={{ patientId: patient.id }}>
            <bdi>{nameOf(patient)}</bdi>
          </TextLink>{' '}
          <Text span c="dimmed">
            <PatientLine patient={patient} />
          </Text>
        </Text>
      ))}
    </Stack>
  )
}
