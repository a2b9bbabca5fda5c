import { ActionIcon, Popover, Skeleton } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { calendarDate } from './format.ts'
import { lazyPart } from './lazy-part.tsx'
import { isDate, typedDates } from './typed-date.ts'
import { TypedField, type TypedFieldProps } from './typed-field.tsx'

const Calendar = lazyPart(() => import('./calendar.tsx'))

interface DateFieldProps extends TypedFieldProps {
  /** The latest possible date, which decides the century of a year of two digits. */
  latest?: string
}

/** A date, typed in any usual form or chosen from a calendar, and shown as everywhere else. */
export function DateField({ value = '', onChange, latest, ...props }: DateFieldProps) {
  const [isOpen, setOpen] = useState(false)
  /** Returns the date if there is one only, otherwise the text. */
  const finish = (text: string) => {
    const [date, ...others] = typedDates(text, latest)
    return date && others.length === 0 ? date : text
  }
  return (
    <TypedField
      {...props}
      value={value}
      onChange={onChange}
      meaning={{
        // While 2026 is being typed, the year is 2, 20 and 202 first.
        read: (text) => (/\p{Nd}{4}/u.test(text) ? finish(text) : text),
        finish,
        show: (value) => (isDate(value) ? calendarDate(value) : value),
        choices: (value) => (isDate(value) ? [] : typedDates(value, latest)),
        name: calendarDate,
        problem: (value) => problemOf(value, latest),
      }}
      rightSectionPointerEvents="all"
      rightSection={
        <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Open calendar"
              onClick={() => setOpen(!isOpen)}
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown maw={320}>
            <Suspense fallback={<Skeleton w={252} h={290} />}>
              <Calendar
                value={isDate(value) ? value : null}
                latest={latest}
                onChoose={(date) => {
                  onChange?.(date)
                  setOpen(false)
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}

function problemOf(value: string, latest: string | undefined): string | undefined {
  if (value && !isDate(value)) return `Enter a date such as ${calendarDate('2026-01-31')}`
  return latest && value > latest ? `Enter a date up to today, ${calendarDate(latest)}` : undefined
}
