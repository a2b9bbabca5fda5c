import { Stack, Text, TextInput, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { DecimalField } from '../../components/decimal-field.tsx'
import { AddRow, RemoveRow, useFormRows } from '../../components/form-rows.tsx'
import classes from './settings-form.module.css'
import { emptySeries, type SeriesValues, type SettingsFormState } from './use-settings-form.ts'

const most = 20

/** The number series of invoices and of credit notes. */
export function SeriesFields({ state: { form, theirsIn } }: { state: SettingsFormState }) {
  const { invoiceSeries, creditNoteSeries } = form.values
  const { rows, add, remove } = useFormRows(form, 'invoiceSeries', emptySeries)
  const row = (
    path: `invoiceSeries.${number}` | 'creditNoteSeries',
    legend: string,
    series: SeriesValues,
    button?: ReactNode,
  ) => (
    <fieldset key={series.key} className={`${classes.row} ${classes.series}`} data-row>
      <VisuallyHidden component="legend">{legend}</VisuallyHidden>
      <TextInput label={legend} autoComplete="off" {...form.field(`${path}.name`)} />
      <TextInput
        label="Prefix"
        description={`For example ${exampleOf(series)}`}
        autoComplete="off"
        {...form.field(`${path}.prefix`)}
      />
      <DecimalField label="Digits" inputMode="numeric" {...form.field(`${path}.digits`)} />
      {button}
    </fieldset>
  )
  return (
    <>
      <Stack gap="sm" ref={rows}>
        {theirsIn('invoiceSeries') && <Text>{theirsIn('invoiceSeries')}</Text>}
        {invoiceSeries.map((series, at) =>
          row(
            `invoiceSeries.${at}`,
            `Invoice series ${at + 1}`,
            series,
            invoiceSeries.length > 1 && (
              <RemoveRow label={`Remove invoice series ${at + 1}`} onClick={() => remove(at)} />
            ),
          ),
        )}
        {invoiceSeries.length < most && <AddRow onClick={add}>Add invoice series</AddRow>}
      </Stack>
      {theirsIn('creditNoteSeries') && <Text>{theirsIn('creditNoteSeries')}</Text>}
      {row('creditNoteSeries', 'Credit note series', creditNoteSeries)}
    </>
  )
}

/** Returns an example number of the series. */
function exampleOf({ prefix, digits }: SeriesValues): string {
  const places = /^\d{1,2}$/.test(digits) ? Math.min(Number(digits), 12) : 1
  return `${prefix}${'42'.padStart(places, '0')}`
}
