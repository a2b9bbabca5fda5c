import { SimpleGrid, TextInput } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import type { Address } from '#contract'
import { lazyPart } from '../../components/lazy-part.tsx'

// Most pages with an address show its fields only on request.
const CountrySelect = lazyPart(() => import('../../components/country-select.tsx'))

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
  return (
    <>
      <TextInput dir="auto" {...field('line', 'Street and number')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <TextInput {...field('postalCode', 'Postal code')} />
        <TextInput dir="auto" {...field('city', 'City')} />
        <TextInput dir="auto" {...field('region', 'Region')} />
        <Suspense fallback={<TextInput label="Country" readOnly value={input('country').value} />}>
          <CountrySelect {...input('country')} />
        </Suspense>
      </SimpleGrid>
    </>
  )
}
