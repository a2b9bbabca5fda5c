// Separate because few invoices need these fields, so they are loaded when they are opened.
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { CurrencySelect } from '../../../components/searchable-select.tsx'
import { fieldOf, taxModes } from './details.tsx'
import type { InvoiceEditor } from './use-invoice-editor.ts'

/** The fields below “More options”. */
export default function OptionFields({ editor, series }: { editor: InvoiceEditor; series: string[] }) {
  const { values, errors, change } = editor
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
      <CurrencySelect
        value={values.currency}
        onChange={(currency) => change({ currency })}
        error={errors.currency}
      />
      <NativeSelect label="Prices" data={taxModes} {...fieldOf(editor, 'taxMode')} />
      {(series.length > 1 || errors.series) && (
        <NativeSelect
          label="Series"
          description="The invoice gets the next number of this series."
          data={series}
          {...fieldOf(editor, 'series')}
        />
      )}
      <TextInput
        label="Buyer reference"
        description="Such as a Leitweg-ID. Optional."
        maxLength={100}
        autoComplete="off"
        {...fieldOf(editor, 'buyerReference')}
      />
    </SimpleGrid>
  )
}
