import { NativeSelect, SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { sexes } from '#contract'
import { AddressFields } from './address-fields.tsx'
import { ageOf } from './age.ts'
import { IdentifierFields } from './identifier-fields.tsx'
import type { PatientValues } from './patient-values.ts'
import { sexNames } from './words.ts'

interface PatientFieldsProps {
  values: PatientValues
  field: (name: never) => FieldProps
  /** Below what tells who it is. */
  children?: ReactNode
}

/** What the form gives the input of a value, which may be a whole list. */
export interface FieldProps {
  onChange: (value: unknown) => void
}

export function PatientFields({ values, field, children }: PatientFieldsProps) {
  /** Of a value by its path: `address.city`. */
  const at = (path: string) => field(path as never)
  const { birthDate, address, identifiers } = values
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <TextInput label="Given name" data-autofocus dir="auto" autoComplete="off" {...at('givenName')} />
        <TextInput label="Family name" dir="auto" autoComplete="off" {...at('familyName')} />
        <TextInput
          type="date"
          label="Date of birth"
          description={(birthDate >= '1800' && ageOf(birthDate)) || undefined}
          min="1800-01-01"
          max="9999-12-31"
          autoComplete="off"
          {...at('birthDate')}
        />
        <NativeSelect
          label="Sex"
          data={sexes.map((value) => ({ value, label: sexNames[value] }))}
          {...at('sex')}
        />
        <TextInput label="Telephone" type="tel" autoComplete="off" {...at('phone')} />
        <TextInput label="E-mail address" type="email" autoComplete="off" {...at('email')} />
      </SimpleGrid>
      {children}
      <IdentifierFields
        values={identifiers}
        onChange={at('identifiers').onChange}
        field={(place, name) => at(`identifiers.${place}.${name}`)}
      />
      <Stack gap="sm" component="section" aria-labelledby="address-of-patient">
        <Title order={3} id="address-of-patient">
          Address
        </Title>
        <AddressFields country={address.country} field={(name) => at(`address.${name}`)} />
      </Stack>
    </Stack>
  )
}
