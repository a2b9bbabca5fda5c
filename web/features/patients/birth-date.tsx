import { Text } from '@mantine/core'
import { calendarDate } from '../../components/format.ts'
import { ageOf } from './age.ts'

/** A date of birth, and how old that is today. */
export function BirthDate({ date }: { date: string | null }) {
  if (!date) return <Text c="dimmed">Not known</Text>
  return (
    <>
      {calendarDate(date)}{' '}
      <Text span c="dimmed">
        {ageOf(date)}
      </Text>
    </>
  )
}
