import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core'
import classes from '../../components/select-options.module.css'
import { timeIn, timeZones, wordsOf } from './time-zones.ts'

interface TimeZoneSelectProps {
  /** Instead of the time there. */
  note: string | undefined
  value?: string
}

/** One of all time zones, found by typing parts of its name. */
export function TimeZoneSelect({ note, value = 'UTC', ...field }: TimeZoneSelectProps) {
  return (
    <Select
      label="Time zone"
      description={note ?? `It is ${timeIn(value)} there now.`}
      data={timeZones(value).map((name) => ({ value: name, label: wordsOf(name) }))}
      searchable
      filter={named}
      selectFirstOptionOnChange
      allowDeselect={false}
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      // What stands there is replaced by typing, not added to.
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => event.currentTarget.select()}
      value={value}
      {...field}
    />
  )
}

/** A list that stays a list where nothing is found. */
const nothing: ComboboxItem = { value: '', label: 'No time zone has that name', disabled: true }

const named: OptionsFilter = ({ options, search }) => {
  const words = search.toLowerCase().split(/\s+/)
  const found = (options as ComboboxItem[]).filter(({ label }) =>
    words.every((word) => label.toLowerCase().includes(word)),
  )
  return found.length > 0 ? found : [nothing]
}
