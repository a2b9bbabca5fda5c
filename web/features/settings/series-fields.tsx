import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './settings-form.module.css'
import { emptySeries, type SeriesValues } from './settings-values.ts'
import type { SettingsFormState } from './use-settings-form.ts'

const most = 20

/** The series in which invoices are numbered, and the one of credit notes. */
export function SeriesFields({ state: { form, values, theirsIn } }: { state: SettingsFormState }) {
  const { invoiceSeries, creditNoteSeries } = values
  const put = (series: SeriesValues[]) => form.setValue('invoiceSeries', series as never)
  const row = (
    path: `invoiceSeries.${number}` | 'creditNoteSeries',
    legend: string,
    series: SeriesValues,
    remove?: ReactNode,
  ) => (
    <fieldset key={series.key} className={`${classes.row} ${classes.series}`}>
      <legend className={classes.hidden}>{legend}</legend>
      <TextInput label={legend} autoComplete="off" {...form.field(`${path}.name`)} />
      <TextInput
        label="Begin with"
        description={`Such as ${exampleOf(series)}`}
        autoComplete="off"
        {...form.field(`${path}.prefix`)}
      />
      <TextInput label="Digits" inputMode="numeric" autoComplete="off" {...form.field(`${path}.digits`)} />
      {remove}
    </fieldset>
  )
  return (
    <>
      {theirsIn('invoiceSeries') && <Text>{theirsIn('invoiceSeries')}</Text>}
      {invoiceSeries.map((series, at) =>
        row(
          `invoiceSeries.${at}`,
          `Invoice series ${at + 1}`,
          series,
          <ActionIcon
            className={classes.remove ?? ''}
            aria-label={`Remove invoice series ${at + 1}`}
            disabled={invoiceSeries.length === 1}
            onClick={() => put(invoiceSeries.filter((_, other) => other !== at))}
          >
            <IconX size={16} />
          </ActionIcon>,
        ),
      )}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={invoiceSeries.length >= most}
          onClick={() => put([...invoiceSeries, emptySeries()])}
        >
          Add an invoice series
        </Button>
      </div>
      {theirsIn('creditNoteSeries') && <Text>{theirsIn('creditNoteSeries')}</Text>}
      {row('creditNoteSeries', 'Credit note series', creditNoteSeries)}
    </>
  )
}

/** What a number of the series looks like. */
function exampleOf({ prefix, digits }: SeriesValues): string {
  const places = /^\d{1,2}$/.test(digits) ? Math.min(Number(digits), 12) : 1
  return `${prefix}${'42'.padStart(places, '0')}`
}
