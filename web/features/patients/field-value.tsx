import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Merge, PatientField } from '#contract'
import { own } from '#rules/own'
import { Absent } from '../../components/absent.tsx'
import { calendarDate } from '../../components/format.ts'
import { addressLines } from './address.ts'
import { ageOf } from './age.ts'
import { sexNames } from './words.ts'

interface FieldValueProps {
  field: PatientField
  value: Merge['conflicts'][number]['source']
  /** Shown if there is no value. */
  empty?: ReactNode
}

/** The value of a field of a record. */
export function FieldValue({ field, value, empty = 'Empty' }: FieldValueProps) {
  const text = value !== null && typeof value === 'object' ? addressLines(value).join(', ') : value
  if (!text)
    return (
      <Text span c="dimmed">
        {empty}
      </Text>
    )
  if (field === 'birthDate') return <BirthDate date={text} />
  if (field === 'sex') return own(sexNames, text)
  return <bdi>{text}</bdi>
}

/** A date of birth and the age today. */
export function BirthDate({ date }: { date: string | null }) {
  if (!date) return <Absent />
  return (
    <>
      {calendarDate(date)}{' '}
      <Text span c="dimmed">
        {ageOf(date)}
      </Text>
    </>
  )
}
