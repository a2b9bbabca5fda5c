import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { type MergeField, sexes } from '#contract'
import { AddressFields } from './address-fields.tsx'
import type { Typed } from './merge-choices.ts'
import type { AddressValues } from './patient-values.ts'
import { fieldNames, sexNames } from './words.ts'

interface TypedValueProps {
  field: MergeField
  typed: Typed
  errors: Record<string, string>
  onChange: (typed: Typed) => void
}

const types: Partial<Record<MergeField, string>> = { birthDate: 'date', phone: 'tel', email: 'email' }

/** A value that neither record has. */
export function TypedValue({ field, typed, errors, onChange }: TypedValueProps) {
  const label = `${fieldNames[field]} to keep`
  if (field === 'address') {
    const address = typed.address as AddressValues
    return (
      <Stack gap="sm" role="group" aria-label={label}>
        <AddressFields
          country={address.country}
          field={(name) => ({
            value: address[name],
            error: errors[`address.${name}`],
            onChange: (given: unknown) =>
              onChange({
                address: { ...address, [name]: typeof given === 'string' ? given : textIn(given) },
              }),
          })}
        />
      </Stack>
    )
  }
  if (field === 'sex')
    return (
      <NativeSelect
        aria-label={label}
        data={sexes.map((value) => ({ value, label: sexNames[value] }))}
        value={typed.sex ?? 'unknown'}
        onChange={(event) => onChange({ sex: event.currentTarget.value as Typed['sex'] & string })}
      />
    )
  return (
    <TextInput
      aria-label={label}
      type={types[field] ?? 'text'}
      dir="auto"
      autoComplete="off"
      maxLength={254}
      value={typed[field] ?? ''}
      error={errors[field]}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  )
}

const textIn = (event: unknown) => (event as { currentTarget: HTMLInputElement }).currentTarget.value
