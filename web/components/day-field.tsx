import { Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './day-field.module.css'

interface DayFieldProps {
  label: string
  /** `2026-01-31` */
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** A day, by typing or from the browser's calendar. */
export function DayField({ label, value = '', onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])

  const type = (day: string) => {
    setTyped(day)
    // While a year is typed it is the year 2, 20 and 202 before it is one to look for.
    if (day === '' || day >= '2000') onChange(day || undefined)
  }
  return (
    <TextInput
      type="date"
      aria-label={label}
      leftSection={<Text c="dimmed">{label}</Text>}
      leftSectionWidth={56}
      className={classes.day ?? ''}
      classNames={{ section: classes.label ?? '' }}
      max="9999-12-31"
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
