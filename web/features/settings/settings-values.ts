import type { Input, Letterhead, Series, Settings, TaxRate, updateSettings } from '#contract'
import { readDecimal } from '../../components/amounts.ts'

export type RateValues = TaxRate & { key: string }
export interface SeriesValues {
  key: string
  name: string
  prefix: string
  /** As typed. */
  digits: string
}

export interface Values extends Record<string, unknown> {
  organisationName: string
  timeZone: string
  currency: string
  /** As typed. */
  termsDays: string
  letterhead: Letterhead
  taxRates: RateValues[]
  invoiceSeries: SeriesValues[]
  creditNoteSeries: SeriesValues
}

export const letterheadFields = [
  'line',
  'postalCode',
  'city',
  'region',
  'country',
  'phone',
  'email',
  'website',
  'taxId',
  'registration',
  'bank',
  'iban',
  'bic',
  'terms',
] as const satisfies readonly (keyof Letterhead)[]

/** What is changed, and followed where somebody else changes it, each by itself. */
export const parts = [
  'organisationName',
  'timeZone',
  'currency',
  'termsDays',
  ...letterheadFields.map((field) => `letterhead.${field}` as const),
  'taxRates',
  'invoiceSeries',
  'creditNoteSeries',
] as const
export type Part = (typeof parts)[number]

export function valuesOf(settings: Settings): Values {
  const { organisationName, timeZone, currency, termsDays, letterhead, taxRates } = settings
  return {
    organisationName,
    timeZone,
    currency,
    termsDays: String(termsDays),
    letterhead,
    taxRates: taxRates.map((rate) => ({ ...rate, key: newKey() })),
    invoiceSeries: settings.invoiceSeries.map(seriesValues),
    creditNoteSeries: seriesValues(settings.creditNoteSeries),
  }
}

const seriesValues = ({ digits, ...series }: Series): SeriesValues => ({
  ...series,
  digits: String(digits),
  key: newKey(),
})

let keys = 0
const newKey = () => String(++keys)

export const emptyRate = (): RateValues => ({
  key: newKey(),
  name: '',
  category: 'S',
  rate: '',
  isDefault: false,
  exemptionReason: '',
})

export const emptySeries = (): SeriesValues => ({ key: newKey(), name: '', prefix: '', digits: '5' })

/** One part of the values. */
export function partOf(values: Values, part: Part): unknown {
  const [name = '', field] = part.split('.')
  const value = values[name]
  return field ? (value as Record<string, unknown>)[field] : value
}

/** The parts in which the two differ. */
export const changedParts = (values: Values, before: Values): Part[] =>
  parts.filter((part) => written(partOf(values, part)) !== written(partOf(before, part)))

/** Without the keys, by which rows are told apart on the page only. */
const written = (value: unknown) =>
  JSON.stringify(value, (name, inner) => (name === 'key' ? undefined : inner))

/** What is sent of these parts. */
export function inputOf(values: Values, changed: readonly Part[]): Input<typeof updateSettings> {
  const all = { ...values, termsDays: numberOf(values.termsDays), ...listsOf(values) }
  const letterhead = letterheadFields.filter((field) => changed.includes(`letterhead.${field}`))
  return {
    ...Object.fromEntries(Object.entries(all).filter(([name]) => changed.includes(name as Part))),
    ...(letterhead.length > 0 && {
      letterhead: Object.fromEntries(letterhead.map((field) => [field, values.letterhead[field]])),
    }),
  }
}

const listsOf = ({ taxRates, invoiceSeries, creditNoteSeries }: Values) => ({
  taxRates: taxRates.map(({ key: _, rate, ...tax }) => ({ ...tax, rate: readDecimal(rate) })),
  invoiceSeries: invoiceSeries.map(seriesOf),
  creditNoteSeries: seriesOf(creditNoteSeries),
})

const seriesOf = ({ key: _, digits, ...series }: SeriesValues): Series => ({
  ...series,
  digits: numberOf(digits),
})

/** NaN, which the contract refuses in words, for what is no whole number. */
const numberOf = (typed: string) => (/^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN)
