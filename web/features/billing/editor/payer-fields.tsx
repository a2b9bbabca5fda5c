// Separate because most invoices are billed to the patient, so it is loaded when another payer is chosen.
import { SimpleGrid, TextInput } from '@mantine/core'
import { AddressFields } from '../../patients/address-fields.tsx'
import type { InvoiceEditor } from './use-invoice-editor.ts'
import type { PayerValues } from './values.ts'

/** The name, address and numbers of someone other than the patient. */
export default function PayerFields({ form }: Pick<InvoiceEditor, 'form'>) {
  const text = (name: keyof PayerValues) =>
    ({ autoComplete: 'off', dir: 'auto', ...form.field(`payer.${name}`) }) as const
  return (
    <>
      <TextInput label="Billed to" maxLength={200} {...text('name')} />
      <AddressFields input={(part) => form.field(`payer.${part}`)} />
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
