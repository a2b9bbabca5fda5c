import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { type Location, listLocations } from '#contract'
import { useCall } from '../../api.ts'

interface LocationSelectProps extends Omit<NativeSelectProps, 'value' | 'data'> {
  /** An id; empty for the default location. */
  value: string
}

/** The location of a document. With only one location, there is nothing to choose. */
export function LocationSelect({ value, ...input }: LocationSelectProps) {
  const locations = useStockLocations()
  if (locations.length < 2) return null
  return (
    <NativeSelect
      {...input}
      data={locations.map(({ id, name, isDefault }) => ({
        value: id,
        label: isDefault ? `${name} (default)` : name,
      }))}
      value={value || locations.find(({ isDefault }) => isDefault)?.id || ''}
    />
  )
}

/** Returns the locations that can hold stock; empty until they are loaded. */
export function useStockLocations(): Location[] {
  return useCall(listLocations, { kind: 'stock', limit: 200 }).data?.data ?? []
}
