import {
  type Input,
  type Language,
  letterheadFields,
  type Series,
  type Settings,
  type TaxRate,
  type updateSettings,
} from '#contract'
import { own } from '#rules/own'

export type RateValues = TaxRate & { key: string }
/** `digits` is as typed. */
export type SeriesValues = Omit<Series, 'digits'> & { key: string; digits: string }

type Lists = 'taxRates' | 'invoiceSeries' | 'creditNoteSeries'

export interface Values
  extends Omit<Settings, Lists | 'uses' | 'language' | 'termsDays' | 'version'>,
    Record<string, unknown> {
  uses: NonNullable<Settings['uses']>
  /** Empty if there is none. */
  language: Language | ''
  /** As typed. */
  termsDays: string
  taxRates: RateValues[]
  invoiceSeries: SeriesValues[]
  creditNoteSeries: SeriesValues
}

/** The parts that are changed, saved and updated independently. */
export const parts = [
  'organisationName',
  'uses',
  'timeZone',
  'language',
  'currency',
  'termsDays',
  ...letterheadFields.map((field) => `letterhead.${field}` as const),
  'taxRates',
  'invoiceSeries',
  'creditNoteSeries',
] as const
export type Part = (typeof parts)[number]

export const valuesOf = ({ version: _, ...settings }: Settings): Values => ({
  ...settings,
  uses: settings.uses ?? 'both',
  language: settings.language ?? '',
  termsDays: String(settings.termsDays),
  taxRates: settings.taxRates.map((rate) => ({ ...rate, key: newKey() })),
  invoiceSeries: settings.invoiceSeries.map(seriesValues),
  creditNoteSeries: seriesValues(settings.creditNoteSeries),
})

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

/** Returns one part of the values. */
export function partOf(values: Values, part: Part): unknown {
  const [name = '', field] = part.split('.')
  const value = own(values, name)
  return field ? own(value as Record<string, unknown>, field) : value
}

/** Returns the parts in which the two differ. */
export const changedParts = (values: Values, before: Values): Part[] =>
  parts.filter((part) => serialized(partOf(values, part)) !== serialized(partOf(before, part)))

/** Serializes a part without the keys, which only identify rows on the page. */
const serialized = (value: unknown) =>
  JSON.stringify(value, (name, inner) => (name === 'key' ? undefined : inner))

/** Returns the input that changes these parts. */
export function inputOf(values: Values, changed: readonly Part[]): Input<typeof updateSettings> {
  const all = {
    ...values,
    language: values.language || null,
    termsDays: numberOf(values.termsDays),
    ...listsOf(values),
  }
  const letterhead = letterheadFields.filter((field) => changed.includes(`letterhead.${field}`))
  return {
    ...Object.fromEntries(Object.entries(all).filter(([name]) => changed.includes(name as Part))),
    ...(letterhead.length > 0 && {
      letterhead: Object.fromEntries(letterhead.map((field) => [field, values.letterhead[field]])),
    }),
  }
}

const listsOf = ({ taxRates, invoiceSeries, creditNoteSeries }: Values) => ({
  taxRates: taxRates.map(({ key: _, ...tax }) => tax),
  invoiceSeries: invoiceSeries.map(seriesOf),
  creditNoteSeries: seriesOf(creditNoteSeries),
})

const seriesOf = ({ key: _, digits, ...series }: SeriesValues): Series => ({
  ...series,
  digits: numberOf(digits),
})

/** Parses a whole number. Anything else becomes NaN, which the contract rejects with a message. */
const numberOf = (typed: string) => (/^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN)
