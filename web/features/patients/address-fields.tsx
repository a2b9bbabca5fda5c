import { SimpleGrid, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import type { Address } from '#contract'
import type { FieldProps } from '../../components/form-fields.ts'
import { lazyPart } from '../../components/lazy-part.tsx'

// Most pages with an address show its fields only on request.
const CountrySelect = lazyPart(() => import('../../components/country-select.tsx'))

/** The fields of an address, in the order of an envelope. */
export function AddressFields({ input }: { input: (part: keyof Address) => FieldProps }) {
  const field = (part: keyof Address, label: string) => ({ label, autoComplete: 'off', ...input(part) })
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
