import { ActionIcon, Popover, Skeleton, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, Suspense, useState } from 'react'
import { lazyPart } from '../connection.ts'
import { calendarDate } from './format.ts'
import { isDate, typedDate } from './typed-date.ts'

const Calendar = lazyPart(() => import('./calendar.tsx'))

export interface DateFieldProps
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'rightSection'> {
  /** `2026-01-31`, empty, or what was typed if that is no date. */
  value?: string
  onChange?: (date: string) => void
}

/** A date, typed in any usual form or chosen from a calendar, and shown as everywhere else. */
export function DateField({ value = '', onChange, onBlur, onKeyDown, error, ...props }: DateFieldProps) {
  /** The text that is being edited. */
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const type = (text: string) => {
    setTyped(text)
    // While 2026 is being typed, the year is 2, 20 and 202 first.
    onChange?.((/\d{4}/.test(text) && typedDate(text)) || text)
  }
  const finish = () => {
    setTyped(undefined)
    const date = typedDate(value)
    if (date && date !== value) onChange?.(date)
  }
  const wrong =
    value && typed === undefined && !isDate(value) && `Enter a date such as ${calendarDate('2026-01-31')}`
  return (
    <TextInput
      autoComplete="off"
      {...props}
      value={typed ?? (isDate(value) ? calendarDate(value) : value)}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={(event) => {
        finish()
        onBlur?.(event)
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter') finish()
        onKeyDown?.(event)
      }}
      error={wrong || error}
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
          <Popover.Dropdown>
            <Suspense fallback={<Skeleton w={252} h={290} />}>
              <Calendar
                value={isDate(value) ? value : null}
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
