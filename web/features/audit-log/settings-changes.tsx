import { Fragment, type ReactNode } from 'react'
import type { AuditEntry, Series, TaxRate } from '#contract'

type Details = AuditEntry['details']

/** What was changed in the settings, in one sentence after whoever did it: `set the currency to CHF and …`. */
export function settingsChanges(details: Details, name: (text: string) => ReactNode): ReactNode {
  const told = Object.entries(phrases).flatMap(([part, phrase]) => {
    const value = details[part]
    return value === undefined || value === null ? [] : [{ part, phrase: phrase(String(value), name) }]
  })
  if (told.length === 0) return 'changed the settings'
  return told.map(({ part, phrase }, at) => (
    <Fragment key={part}>
      {at > 0 && (at === told.length - 1 ? ' and ' : ', ')}
      {phrase}
    </Fragment>
  ))
}

/** Lists and groups of fields stand in the details as JSON. */
const phrases: Record<string, (value: string, name: (text: string) => ReactNode) => ReactNode> = {
  organisationName: (value, name) => <>renamed the organisation to {name(value)}</>,
  timeZone: (value) => `set the time zone to ${value}`,
  currency: (value) => `set the currency to ${value}`,
  termsDays: (value) => `set the days to pay to ${value}`,
  letterhead: () => 'changed the letterhead',
  taxRates: (value) => (
    <>
      set the tax rates to{' '}
      {listed(parsed<TaxRate>(value).map((rate) => <bdi key={rate.name}>{rateText(rate)}</bdi>))}
    </>
  ),
  invoiceSeries: (value) => (
    <>
      set the invoice series to{' '}
      {listed(parsed<Series>(value).map((series) => <bdi key={series.name}>{seriesText(series)}</bdi>))}
    </>
  ),
  creditNoteSeries: (value) => (
    <>
      set the credit note series to{' '}
      {listed(
        parsed<Series>(`[${value}]`).map((series) => <bdi key={series.name}>{seriesText(series)}</bdi>),
      )}
    </>
  ),
}

const rateText = ({ name, rate, isDefault }: TaxRate) =>
  `${name} (${rate}%${isDefault ? ', for new lines' : ''})`

const seriesText = ({ name, prefix }: Series) => (prefix === '' ? name : `${name} (${prefix}…)`)

const listed = (items: ReactNode[]): ReactNode =>
  items.flatMap((item, at) => (at === 0 ? [item] : [', ', item]))

/** What was recorded by another version may be written otherwise; the entry itself shows it as it is. */
function parsed<Row>(json: string): Row[] {
  try {
    const rows: unknown = JSON.parse(json)
    return Array.isArray(rows) ? rows : []
  } catch {
    return []
  }
}
