import './calendar.css'
import { DatePicker, type DayOfWeek } from '@mantine/dates'
import { useEffect, useRef } from 'react'
import { language } from './typed-text.ts'

interface CalendarProps {
  /** `2026-01-31` */
  value: string | null
  latest?: string | undefined
  onChoose: (date: string) => void
}

/** Sunday is 0. */
const firstDayOfWeek = ((new Intl.Locale(language).getWeekInfo?.().firstDay ?? 1) % 7) as DayOfWeek

/** The days of a month, one of which is chosen. Arrow keys move between them. */
export default function Calendar({ value, latest, onChoose }: CalendarProps) {
  const days = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const day = days.current?.querySelector<HTMLElement>('table button[tabindex="0"]')
    // Names the day to the popover too, which moves the focus once it is open.
    day?.setAttribute('data-autofocus', '')
    day?.focus()
  }, [])
  return (
    <DatePicker
      ref={days}
      value={value}
      {...(value && { defaultDate: value })}
      {...(latest && { maxDate: latest })}
      onChange={(date) => date && onChoose(date)}
      firstDayOfWeek={firstDayOfWeek}
      weekendDays={[]}
      highlightToday
      hideOutsideDates
      // Escape closes the calendar, not the dialog around it.
      __stopPropagation
      ariaLabels={{
        previousMonth: 'Previous month',
        nextMonth: 'Next month',
        previousYear: 'Previous year',
        nextYear: 'Next year',
        previousDecade: 'Previous decade',
        nextDecade: 'Next decade',
      }}
    />
  )
}
