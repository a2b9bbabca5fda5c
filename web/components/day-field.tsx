import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { DateField } from './date-field.tsx'
import type { Filter } from './filters.tsx'
import { isDate } from './typed-date.ts'

interface DayFieldProps {
  label: string
  /** `2026-01-31` */
  value: string | undefined
  error?: string | undefined
  onChange: (day: string | undefined) => void
}

/** A date that limits a list. */
export function DayField({ label, value = '', error, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])

  const type = (day: string) => {
    setTyped(day)
    if (day === '' || isDate(day)) onChange(day || undefined)
  }
  return (
    <DateField
      aria-label={label}
      leftSection={
        <Text c="dimmed" w="100%" pl={12}>
          {label}
        </Text>
      }
      leftSectionWidth={56}
      flex={{ base: '1 1 100%', sm: '0 1 12rem' }}
      error={error}
      value={typed}
      onChange={type}
    />
  )
}

/** Returns a filter by the first and the last day. */
export const dayFilter =
  (errors: { from?: string; to?: string } = {}): Filter<{ from?: string; to?: string }> =>
  ({ values, set }) => (
    <>
      <DayField label="From" value={values.from} error={errors.from} onChange={(from) => set({ from })} />
      <DayField label="To" value={values.to} error={errors.to} onChange={(to) => set({ to })} />
    </>
  )
