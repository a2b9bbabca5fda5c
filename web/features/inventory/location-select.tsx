import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useStockLocations } from './use-stock-locations.ts'

interface LocationSelectProps extends Omit<NativeSelectProps, 'value' | 'onChange' | 'data'> {
  /** An id; the default location where none is said. */
  value: string | undefined
  onChange: (locationId: string) => void
}

/** Where stock is put or taken from. Where there is one location only, there is nothing to ask. */
export function LocationSelect({ value, onChange, ...input }: LocationSelectProps) {
  const locations = useStockLocations()
  if (locations.length < 2) return null
  return (
    <NativeSelect
      {...input}
      data={locations.map(({ id, name, isDefault }) => ({
        value: id,
        label: isDefault ? `${name} (default)` : name,
      }))}
      value={value ?? locations.find(({ isDefault }) => isDefault)?.id ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
