import { SimpleGrid, TextInput } from '@mantine/core'
import { locale } from '../../components/format.ts'
import type { FieldProps } from './patient-fields.tsx'
import type { AddressValues } from './patient-values.ts'

interface AddressFieldsProps {
  country: string
  field: (name: keyof AddressValues) => FieldProps
}

/** Where somebody lives, in the order of an envelope. */
export function AddressFields({ country, field }: AddressFieldsProps) {
  return (
    <>
      <TextInput label="Street and number" dir="auto" autoComplete="off" {...field('line')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <TextInput label="Postal code" autoComplete="off" {...field('postalCode')} />
        <TextInput label="City" dir="auto" autoComplete="off" {...field('city')} />
        <TextInput label="Region" dir="auto" autoComplete="off" {...field('region')} />
        <TextInput
          label="Country"
          description={countryName(country) ?? 'Its two letters, such as DE'}
          maxLength={2}
          autoComplete="off"
          {...field('country')}
          onChange={(event) => field('country').onChange(event.currentTarget.value.toUpperCase())}
        />
      </SimpleGrid>
    </>
  )
}

const regions = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })

/** `Germany` for `DE`; nothing for letters that name no country. */
export const countryName = (code: string): string | undefined =>
  /^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined
