import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { Settings, TaxMode } from '#contract'
import { CurrencySelect } from '../../components/currency-select.tsx'
import type { InvoiceEditor } from './use-invoice-editor.ts'

/** Currency, series, dates, and whether prices are with tax. */
export function EditorDetails({ editor, settings }: { editor: InvoiceEditor; settings: Settings }) {
  const { values, errors, change } = editor
  const series = [...new Set([...settings.invoiceSeries.map(({ name }) => name), values.series])]
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
      <TextInput
        type="date"
        label="Date"
        description="Otherwise the day it is issued."
        max="9999-12-31"
        value={values.issueDate}
        onChange={(event) => change({ issueDate: event.currentTarget.value })}
        error={errors.issueDate}
      />
      <NativeSelect
        label="Due"
        data={[
          { value: 'terms', label: 'Some days after its date' },
          { value: 'date', label: 'On a day' },
        ]}
        value={values.dueBy}
        onChange={(event) => change({ dueBy: event.currentTarget.value as 'terms' | 'date' })}
      />
      {values.dueBy === 'terms' ? (
        <TextInput
          label="Days to pay"
          inputMode="numeric"
          autoComplete="off"
          placeholder={String(settings.termsDays)}
          value={values.termsDays}
          onChange={(event) => change({ termsDays: event.currentTarget.value })}
          error={errors.termsDays}
        />
      ) : (
        <TextInput
          type="date"
          label="Due date"
          max="9999-12-31"
          value={values.dueDate}
          onChange={(event) => change({ dueDate: event.currentTarget.value })}
          error={errors.dueDate}
        />
      )}
      <CurrencySelect
        value={values.currency}
        onChange={(currency) => change({ currency })}
        error={errors.currency}
      />
      <NativeSelect
        label="Prices"
        data={[
          { value: 'exclusive', label: 'Without tax' },
          { value: 'inclusive', label: 'With tax' },
        ]}
        value={values.taxMode}
        onChange={(event) => change({ taxMode: event.currentTarget.value as TaxMode })}
        error={errors.taxMode}
      />
      {(series.length > 1 || errors.series) && (
        <NativeSelect
          label="Series"
          description="Its number is the next of this series."
          data={series}
          value={values.series}
          onChange={(event) => change({ series: event.currentTarget.value })}
          error={errors.series}
        />
      )}
    </SimpleGrid>
  )
}
