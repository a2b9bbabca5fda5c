// Separate because few invoices need these fields, so they are loaded when they are opened.
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { CurrencySelect } from '../../../components/searchable-select.tsx'
import { taxModes } from './details.tsx'
import type { InvoiceEditor } from './use-invoice-editor.ts'

/** The fields below “More options”. */
export default function OptionFields({ form, series }: { form: InvoiceEditor['form']; series: string[] }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
      <CurrencySelect {...form.field('currency')} />
      <NativeSelect label="Prices" data={taxModes} {...form.field('taxMode')} />
      {(series.length > 1 || form.errors.series) && (
        <NativeSelect
          label="Series"
          description="The invoice gets the next number of this series."
          data={series}
          {...form.field('series')}
        />
      )}
      <TextInput
        label="Buyer reference"
        description="Such as a Leitweg-ID. Optional."
        maxLength={100}
        autoComplete="off"
        {...form.field('buyerReference')}
      />
    </SimpleGrid>
  )
}
