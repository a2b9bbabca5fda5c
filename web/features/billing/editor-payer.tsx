import { Checkbox, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { PatientPicker } from '../patients/patient-picker.tsx'
import type { PayerValues } from './editor-values.ts'
import type { InvoiceEditor } from './use-invoice-editor.ts'

const fields: { name: keyof PayerValues; label: string; autoComplete?: string; maxLength: number }[] = [
  { name: 'line', label: 'Street and number', maxLength: 300 },
  { name: 'postalCode', label: 'Postal code', maxLength: 20 },
  { name: 'city', label: 'City', maxLength: 200 },
  { name: 'region', label: 'Region', maxLength: 200 },
  { name: 'country', label: 'Country (such as DE)', maxLength: 2 },
  { name: 'email', label: 'E-mail address', maxLength: 254 },
  { name: 'taxId', label: 'VAT identifier', maxLength: 50 },
]

/** Who is treated, and who pays where that is somebody else. */
export function EditorPayer({ editor }: { editor: InvoiceEditor }) {
  const { values, errors, change } = editor
  const type = (name: keyof PayerValues, text: string) => {
    const written = name === 'country' ? text.toUpperCase() : text
    change({ payer: { ...values.payer, [name]: written } })
  }
  const input = (name: keyof PayerValues) => ({
    value: values.payer[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => type(name, event.currentTarget.value),
    error: errors[`payer.${name}`],
    autoComplete: 'off',
    dir: 'auto' as const,
  })
  return (
    <Stack gap="sm">
      <PatientPicker
        label="Patient"
        value={values.patientId}
        onChange={(patientId) => change({ patientId })}
        error={errors.patientId}
      />
      <Checkbox
        label="Somebody else pays"
        description="An insurer, an employer, a relative: the invoice is made out to them."
        checked={values.hasPayer}
        onChange={(event) => change({ hasPayer: event.currentTarget.checked })}
      />
      {values.hasPayer && (
        <>
          <TextInput label="Billed to" maxLength={200} {...input('name')} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            {fields.map(({ name, ...field }) => (
              <TextInput key={name} {...field} {...input(name)} />
            ))}
          </SimpleGrid>
        </>
      )}
    </Stack>
  )
}
