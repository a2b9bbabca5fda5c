import { Text } from '@mantine/core'
import type { Merge, MergeField, Patient } from '#contract'
import { addressText } from './address-text.tsx'
import { BirthDate } from './birth-date.tsx'
import { sexNames } from './words.ts'

interface FieldValueProps {
  field: MergeField
  value: Merge['conflicts'][number]['source']
}

/** What a record says in a field. */
export function FieldValue({ field, value }: FieldValueProps) {
  const text = value !== null && typeof value === 'object' ? addressText(value) : value
  if (!text)
    return (
      <Text span c="dimmed">
        Empty
      </Text>
    )
  if (field === 'birthDate') return <BirthDate date={text} />
  if (field === 'sex') return sexNames[text as Patient['sex']]
  return <bdi>{text}</bdi>
}
