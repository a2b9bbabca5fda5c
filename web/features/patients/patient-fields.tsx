import { NativeSelect, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { identifierUses, type PatientField, patientFields, patientLabels, sexes } from '#contract'
import { DateField } from '../../components/date-field.tsx'
import type { FieldProps } from '../../components/form-fields.ts'
import { AddRow, RemoveRow, useFormRows } from '../../components/form-rows.tsx'
import { localDay } from '../../components/format.ts'
import type { FormState } from '../../components/operation-form.tsx'
import { isDate } from '../../components/typed-date.ts'
import { AddressFields } from './address-fields.tsx'
import { ageOf } from './age.ts'
import classes from './patient-fields.module.css'
import { blankIdentifier, type PatientValues } from './patient-values.ts'
import { identifierUseNames, sexNames } from './words.ts'

interface PatientFieldsProps {
  form: FormState<PatientValues>
  /** Below the fields that identify the patient. */
  children?: ReactNode
}

/** The fields of a patient's form. */
export function PatientFields({ form, children }: PatientFieldsProps) {
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
                {...form.field(name)}
              />
            ),
        )}
      </SimpleGrid>
      {children}
      <IdentifierFields form={form} />
      <Stack gap="sm" component="section" aria-labelledby="address-of-patient">
        <Title order={3} id="address-of-patient">
          {patientLabels.address}
        </Title>
        <AddressFields input={(part) => form.field(`address.${part}`)} />
      </Stack>
    </Stack>
  )
}

interface PatientInputProps extends FieldProps {
  field: Exclude<PatientField, 'address'>
  label?: string
  'aria-label'?: string
}

const inputTypes: Partial<Record<PatientField, string>> = { phone: 'tel', email: 'email' }
const sexOptions = sexes.map((value) => ({ value, label: sexNames[value] }))

/** The input of any field but the address. */
export function PatientInput({ field, ...input }: PatientInputProps) {
  if (field === 'sex') return <NativeSelect data={sexOptions} {...input} />
  if (field === 'birthDate')
    return (
      <DateField
        description={(isDate(input.value) && ageOf(input.value)) || undefined}
        latest={localDay(Date.now())}
        {...input}
      />
    )
  return (
    <TextInput type={inputTypes[field] ?? 'text'} dir="auto" autoComplete="off" maxLength={254} {...input} />
  )
}

const uses = identifierUses.map((value) => ({ value, label: identifierUseNames[value] }))

/** Numbers that others know the patient by, such as an insurance or passport number. */
function IdentifierFields({ form }: PatientFieldsProps) {
  const { rows, add, remove } = useFormRows(form, 'identifiers', () => blankIdentifier)
  const identifiers = form.rows('identifiers')
  return (
    <Stack gap="sm" component="section" aria-labelledby="identifiers-of-patient" ref={rows}>
      <Title order={3} id="identifiers-of-patient">
        Identifiers
      </Title>
      {identifiers.length === 0 && <Text c="dimmed">Such as the number on an insurance card.</Text>}
      {identifiers.map(({ at, field }) => (
        <div key={at} className={classes.row} data-row>
          <TextInput
            label="Issued by"
            placeholder="insurance"
            dir="auto"
            autoComplete="off"
            {...field('system')}
          />
          <TextInput label="Number" dir="auto" autoComplete="off" {...field('value')} />
          <NativeSelect label="Use" data={uses} {...field('use')} />
          <RemoveRow label={`Remove identifier ${at + 1}`} onClick={() => remove(at)} />
        </div>
      ))}
      {identifiers.length < 50 && <AddRow onClick={add}>Add identifier</AddRow>}
    </Stack>
  )
}
