// Separate because most invoices are billed to the patient, so it is loaded when another payer is chosen.
import { SimpleGrid, TextInput } from '@mantine/core'
import { AddressFields } from '../../patients/address-fields.tsx'
import type { InvoiceEditor } from './use-invoice-editor.ts'
import type { PayerValues } from './values.ts'

/** The name, address and numbers of someone other than the patient. */
export default function PayerFields({ editor }: { editor: InvoiceEditor }) {
  const { values, errors, change } = editor
  const input = (name: keyof PayerValues) => ({
    value: values.payer[name],
    onChange: (text: string) => change({ payer: { ...values.payer, [name]: text } }),
    error: errors[`payer.${name}`],
  })
  const text = (name: keyof PayerValues) => {
    const { onChange, ...props } = input(name)
    return {
      autoComplete: 'off',
      dir: 'auto' as const,
      ...props,
      onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value),
    }
  }
  return (
    <>
      <TextInput label="Billed to" maxLength={200} {...text('name')} />
      <AddressFields input={input} />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        <TextInput label="Email address" maxLength={254} {...text('email')} />
        <TextInput label="VAT identifier" maxLength={50} {...text('taxId')} />
        <TextInput
          label="Electronic address"
          description="For e-invoices, such as 0204:991-01484-64."
          maxLength={258}
          {...text('electronicAddress')}
        />
      </SimpleGrid>
    </>
  )
}
