import { NativeSelect, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import type { ChangeEvent, ReactNode } from 'react'
import { identifierUses, type PatientField, patientFields, patientLabels, sexes } from '#contract'
import { DateField } from '../../components/date-field.tsx'
import { AddRow, RemoveRow, useFormRows } from '../../components/form-rows.tsx'
import { localDay } from '../../components/format.ts'
import { isDate } from '../../components/typed-date.ts'
import { AddressFields } from './address-fields.tsx'
import { ageOf } from './age.ts'
import classes from './patient-fields.module.css'
import { blankIdentifier, type PatientValues } from './patient-values.ts'
import { identifierUseNames, sexNames } from './words.ts'

/** What the form gives the input of a value, which may be a whole list. */
interface FieldProps {
  onChange: (value: unknown) => void
  error?: ReactNode
}

interface PatientFieldsProps {
  values: PatientValues
  field: (path: never) => FieldProps
  /** Below the fields that identify the patient. */
  children?: ReactNode
}

/** The fields of a patient's form. */
export function PatientFields({ values, field, children }: PatientFieldsProps) {
  /** By path: `address.city`. */
  const at = (path: string) => field(path as never)
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        {patientFields.map(
          (name, place) =>
            name !== 'address' && (
              <PatientInput
                key={name}
                field={name}
                label={patientLabels[name]}
                {...(place === 0 && { 'data-autofocus': true })}
                value={values[name]}
                {...at(name)}
              />
            ),
        )}
      </SimpleGrid>
      {children}
      <IdentifierFields identifiers={values.identifiers} at={at} />
      <Stack gap="sm" component="section" aria-labelledby="address-of-patient">
        <Title order={3} id="address-of-patient">
          {patientLabels.address}
        </Title>
        <AddressFields input={(part) => ({ ...at(`address.${part}`), value: values.address[part] })} />
      </Stack>
    </Stack>
  )
}

interface PatientInputProps {
  field: Exclude<PatientField, 'address'>
  label?: string
  'aria-label'?: string
  value: string
  onChange: (text: string) => void
  error?: ReactNode
}

const inputTypes: Partial<Record<PatientField, string>> = { phone: 'tel', email: 'email' }
const sexOptions = sexes.map((value) => ({ value, label: sexNames[value] }))

/** The input of any field but the address. */
export function PatientInput({ field, onChange, ...input }: PatientInputProps) {
  const type = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    onChange(event.currentTarget.value)
  if (field === 'sex') return <NativeSelect data={sexOptions} onChange={type} {...input} />
  if (field === 'birthDate')
    return (
      <DateField
        description={(isDate(input.value) && ageOf(input.value)) || undefined}
        latest={localDay(Date.now())}
        onChange={onChange}
        {...input}
      />
    )
  return (
    <TextInput
      type={inputTypes[field] ?? 'text'}
      dir="auto"
      autoComplete="off"
      maxLength={254}
      onChange={type}
      {...input}
    />
  )
}

const uses = identifierUses.map((value) => ({ value, label: identifierUseNames[value] }))

interface IdentifierFieldsProps {
  identifiers: PatientValues['identifiers']
  at: (path: string) => FieldProps
}

/** Numbers that others know the patient by, such as an insurance or passport number. */
function IdentifierFields({ identifiers, at }: IdentifierFieldsProps) {
  const { list, add, remove } = useFormRows(identifiers, at('identifiers').onChange, blankIdentifier)
  return (
    <Stack gap="sm" component="section" aria-labelledby="identifiers-of-patient" ref={list}>
      <Title order={3} id="identifiers-of-patient">
        Identifiers
      </Title>
      {identifiers.length === 0 && <Text c="dimmed">Such as the number on an insurance card.</Text>}
      {identifiers.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no key of its own, and its input is controlled
        <div key={place} className={classes.row} data-row>
          <TextInput
            label="Issued by"
            placeholder="insurance"
            dir="auto"
            autoComplete="off"
            {...at(`identifiers.${place}.system`)}
          />
          <TextInput label="Number" dir="auto" autoComplete="off" {...at(`identifiers.${place}.value`)} />
          <NativeSelect label="Use" data={uses} {...at(`identifiers.${place}.use`)} />
          <RemoveRow label={`Remove identifier ${place + 1}`} onClick={() => remove(place)} />
        </div>
      ))}
      {identifiers.length < 50 && <AddRow onClick={add}>Add identifier</AddRow>}
    </Stack>
  )
}
