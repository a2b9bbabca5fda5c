import { SimpleGrid, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Address } from '#contract'
import { locale } from '../../components/format.ts'

interface AddressFieldsProps {
  input: (part: keyof Address) => { value: string; onChange: (text: string) => void; error?: ReactNode }
}

/** The fields of an address, in the order of an envelope. */
export function AddressFields({ input }: AddressFieldsProps) {
  const field = (part: keyof Address, label: string) => {
    const { onChange, ...props } = input(part)
    return {
      label,
      autoComplete: 'off',
      ...props,
      onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value),
    }
  }
  const { value: country, onChange: changeCountry } = input('country')
  return (
    <>
      <TextInput dir="auto" {...field('line', 'Street and number')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <TextInput {...field('postalCode', 'Postal code')} />
        <TextInput dir="auto" {...field('city', 'City')} />
        <TextInput dir="auto" {...field('region', 'Region')} />
        <TextInput
          {...field('country', 'Country')}
          description={countryName(country) ?? 'Two letters, such as DE'}
          maxLength={2}
          onChange={(event) => changeCountry(event.currentTarget.value.toUpperCase())}
        />
      </SimpleGrid>
    </>
  )
}

/** `Hauptstr. 5`, `20095 Hamburg`, `Germany`: the parts of an address that are known, line by line. */
export function addressLines({ line, city, region, postalCode, country }: Address): string[] {
  const place = [postalCode, city].filter(Boolean).join(' ')
  return [line, place, region, country && (countryName(country) ?? country)].filter(
    (part) => part != null && part !== '',
  ) as string[]
}

const regions = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })

/** `Germany` for `DE`; undefined for letters that are no country. */
const countryName = (code: string): string | undefined =>
  /^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined
