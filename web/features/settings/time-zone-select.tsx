import { locale } from '../../components/format.ts'
import { SearchableSelect } from '../../components/searchable-select.tsx'

interface TimeZoneSelectProps {
  /** Shown instead of the local time. */
  note: string | undefined
  value?: string
}

/** A searchable list of the time zones that this browser knows, and the one in use. */
export function TimeZoneSelect({ note, value = 'UTC', ...field }: TimeZoneSelectProps) {
  const zones = [...new Set(['UTC', value, ...Intl.supportedValuesOf('timeZone')])].sort()
  return (
    <SearchableSelect
      label="Time zone"
      description={note ?? `Local time: ${timeIn(value)}`}
      data={zones.map((zone) => ({ value: zone, label: zoneName(zone) }))}
      nothingFound="No time zone found"
      value={value}
      {...field}
    />
  )
}

/** `America/New York` */
export const zoneName = (timeZone: string) => timeZone.replaceAll('_', ' ')

/** `Friday 14:03` */
const timeIn = (timeZone: string) =>
  new Intl.DateTimeFormat(locale, { timeZone, weekday: 'long', hour: 'numeric', minute: '2-digit' }).format()
