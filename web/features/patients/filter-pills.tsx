import { Pill } from '@mantine/core'
import type { listPatients } from '#contract'
import { calendarDate } from '../../components/format.ts'
import type { FiltersOf } from '../../list.ts'

type Values = FiltersOf<typeof listPatients>

interface FilterPillsProps {
  values: Values
  onChange: (change: { [Name in keyof Values]?: Values[Name] | undefined }) => void
}

/** Filters that an address can bring and that have no field on the page: seen, and taken off one by one. */
export function FilterPills({ values: { birthDate, identifier, phone }, onChange }: FilterPillsProps) {
  const off = (name: string, change: Parameters<typeof onChange>[0]) => ({
    size: 'md' as const,
    withRemoveButton: true,
    removeButtonProps: { 'aria-label': `Without the ${name}`, 'aria-hidden': false, tabIndex: 0 },
    onRemove: () => onChange(change),
  })
  return (
    <>
      {birthDate && (
        <Pill {...off('date of birth', { birthDate: undefined })}>Born {calendarDate(birthDate)}</Pill>
      )}
      {identifier && <Pill {...off('identifier', { identifier: undefined })}>Identifier {identifier}</Pill>}
      {phone && <Pill {...off('telephone', { phone: undefined })}>Telephone {phone}</Pill>}
    </>
  )
}
