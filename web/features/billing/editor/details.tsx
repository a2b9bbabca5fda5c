import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import type { Settings } from '#contract'
import { CurrencySelect } from '../../../components/searchable-select.tsx'
import type { InvoiceEditor } from './use-invoice-editor.ts'

/** Dates, currency, number series, the buyer's reference, and whether prices include tax. */
export function EditorDetails({ editor, settings }: { editor: InvoiceEditor; settings: Settings }) {
  const { values, errors, change } = editor
  const field = (
    name: 'issueDate' | 'dueBy' | 'termsDays' | 'dueDate' | 'taxMode' | 'series' | 'buyerReference',
  ) => ({
    value: values[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      change({ [name]: event.currentTarget.value }),
    error: errors[name],
  })
  const series = [...new Set([...settings.invoiceSeries.map(({ name }) => name), values.series])]
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
      <TextInput
        type="date"
        label="Date"
        description="Defaults to the day of issue."
        max="9999-12-31"
        {...field('issueDate')}
      />
      <NativeSelect
        label="Due"
        data={[
          { value: 'terms', label: 'Days after its date' },
          { value: 'date', label: 'On a date' },
        ]}
        {...field('dueBy')}
      />
      {values.dueBy === 'terms' ? (
        <TextInput
          label="Payment terms (days)"
          inputMode="numeric"
          autoComplete="off"
          placeholder={String(settings.termsDays)}
          {...field('termsDays')}
        />
      ) : (
        <TextInput type="date" label="Due date" max="9999-12-31" {...field('dueDate')} />
      )}
      <CurrencySelect
        value={values.currency}
        onChange={(currency) => change({ currency })}
        error={errors.currency}
      />
      <NativeSelect
        label="Prices"
        data={[
          { value: 'exclusive', label: 'Excluding tax' },
          { value: 'inclusive', label: 'Including tax' },
        ]}
        {...field('taxMode')}
      />
      <TextInput
        label="Buyer reference"
        description="Such as a Leitweg-ID. Optional."
        maxLength={100}
        autoComplete="off"
        {...field('buyerReference')}
      />
      {(series.length > 1 || errors.series) && (
        <NativeSelect
          label="Series"
          description="The invoice gets the next number of this series."
          data={series}
          {...field('series')}
        />
      )}
    </SimpleGrid>
  )
}
