import { useEffect, useState } from 'react'
import {
  type Input,
  type Language,
  letterheadFields,
  listAuditLog,
  type Series,
  type Settings,
  type TaxRate,
  updateSettings,
} from '#contract'
import { own } from '#rules/own'
import { notifyDone } from '../../components/notify.tsx'
import { useOperationForm } from '../../components/operation-form.tsx'
import { keyed, serialized } from '../../components/rows.ts'
import { wholeNumber } from '../../components/typed-text.ts'

export type RateValues = TaxRate & { key: string }
/** `digits` is as typed. */
export type SeriesValues = Omit<Series, 'digits'> & { key: string; digits: string }

/** What the form holds. An organisation that has chosen no use has both; an unknown language, and months of never, are empty. */
type Values = Omit<Settings, 'version' | 'uses' | 'language' | 'termsDays' | 'retention' | Lists> & {
  uses: NonNullable<Settings['uses']>
  language: Language | ''
  /** As typed. */
  termsDays: string
  retention: { invoicesYears: string; archivedProjectsMonths: string }
  taxRates: RateValues[]
  invoiceSeries: SeriesValues[]
  creditNoteSeries: SeriesValues
}
type Lists = 'taxRates' | 'invoiceSeries' | 'creditNoteSeries'

/** The parts that are changed, saved and updated independently. */
const parts = [
  ...([
    'organisationName',
    'uses',
    'defaultAccess',
    'timeZone',
    'language',
    'currency',
    'termsDays',
  ] as const),
  ...letterheadFields.map((field) => `letterhead.${field}` as const),
  ...(['taxRates', 'invoiceSeries', 'creditNoteSeries'] as const),
  ...(['retention.invoicesYears', 'retention.archivedProjectsMonths'] as const),
]
export type Part = (typeof parts)[number]

/**
 * A settings form that sends only what was changed. When someone else saves meanwhile, the parts not edited here are
 * updated, and `theirsIn` describes the other change to the edited ones. `unsaved` are the parts that differ from the saved
 * settings.
 */
export function useSettingsForm(settings: Settings) {
  const [version, setVersion] = useState(settings.version)
  const [theirs, setTheirs] = useState<Partial<Record<Part, unknown>>>({})
  const [initial] = useState(() => valuesOf(settings))
  const form = useOperationForm(updateSettings, {
    initial,
    input: (values): Input<typeof updateSettings> => ({
      ...inputOf(values, changedParts(values, form.saved())),
      version,
    }),
    rowFields: { taxRates: { '': 'rate' } },
    also: [listAuditLog],
    onDone: (answer, sent) => {
      adopt(answer, changedParts(form.current(), sent))
      setTheirs({})
      notifyDone('Settings saved')
    },
  })
  const unsaved = changedParts(form.values, form.saved())

  /** Takes over newer settings, except in the parts that are edited here. */
  function adopt(newer: Settings, edited: readonly Part[]) {
    const newest = valuesOf(newer)
    for (const part of parts) if (!edited.includes(part)) form.setValue(part, partOf(newest, part) as never)
    form.markSaved(newest)
    setVersion(newer.version)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only newer settings matter
  useEffect(() => {
    if (settings.version <= version) return
    const newest = valuesOf(settings)
    const differing = changedParts(newest, form.values)
    const both = changedParts(newest, form.saved()).filter(
      (part) => unsaved.includes(part) && differing.includes(part),
    )
    setTheirs(Object.fromEntries(both.map((part) => [part, partOf(newest, part)])))
    adopt(settings, unsaved)
  }, [settings])

  /** Returns a sentence about someone else's change to a part that is also edited here. */
  const theirsIn = (part: Part, format = (value: unknown) => `“${value}”`): string | undefined => {
    if (!(part in theirs)) return undefined
    const value = theirs[part]
    return typeof value === 'string'
      ? `Someone else has just ${value ? `changed this to ${format(value)}` : 'cleared this'}.`
      : 'Someone else has just changed these too. Saving replaces their changes.'
  }

  const discard = () => {
    form.reset()
    setTheirs({})
  }

  return { form, theirsIn, unsaved, discard }
}
export type SettingsFormState = ReturnType<typeof useSettingsForm>

const valuesOf = ({ version: _, ...settings }: Settings): Values => ({
  ...settings,
  uses: settings.uses ?? 'both',
  language: settings.language ?? '',
  termsDays: String(settings.termsDays),
  retention: {
    invoicesYears: String(settings.retention.invoicesYears),
    archivedProjectsMonths: String(settings.retention.archivedProjectsMonths ?? ''),
  },
  taxRates: settings.taxRates.map(keyed),
  invoiceSeries: settings.invoiceSeries.map(seriesValues),
  creditNoteSeries: seriesValues(settings.creditNoteSeries),
})

const seriesValues = (series: Series): SeriesValues => keyed({ ...series, digits: String(series.digits) })

export const emptyRate = (): RateValues =>
  keyed({ name: '', category: 'S', rate: '', isDefault: false, exemptionReason: '' })

export const emptySeries = (): SeriesValues => keyed({ name: '', prefix: '', digits: '5' })

/** Returns one part of the values. */
function partOf(values: Values, part: Part): unknown {
  const [name = '', field] = part.split('.')
  const value: unknown = own({ ...values } as Record<string, unknown>, name)
  return field ? own(value as Record<string, unknown>, field) : value
}

/** Returns the parts in which the two differ. */
const changedParts = (values: Values, before: Values): Part[] =>
  parts.filter((part) => serialized(partOf(values, part)) !== serialized(partOf(before, part)))

/** Returns the input that changes these parts. */
function inputOf(values: Values, changed: readonly Part[]): Input<typeof updateSettings> {
  const all = {
    ...values,
    language: values.language || null,
    termsDays: wholeNumber(values.termsDays),
    taxRates: values.taxRates.map(({ key: _, ...tax }) => tax),
    invoiceSeries: values.invoiceSeries.map(seriesOf),
    creditNoteSeries: seriesOf(values.creditNoteSeries),
  }
  const letterhead = letterheadFields.filter((field) => changed.includes(`letterhead.${field}`))
  return {
    ...Object.fromEntries(Object.entries(all).filter(([name]) => changed.includes(name as Part))),
    ...(letterhead.length > 0 && {
      letterhead: Object.fromEntries(letterhead.map((field) => [field, values.letterhead[field]])),
    }),
    ...retentionOf(values, changed),
  }
}

function retentionOf(
  { retention: { invoicesYears: years, archivedProjectsMonths: months } }: Values,
  changed: readonly Part[],
): Pick<Input<typeof updateSettings>, 'retention'> {
  const retention = {
    ...(changed.includes('retention.invoicesYears') && { invoicesYears: wholeNumber(years) }),
    ...(changed.includes('retention.archivedProjectsMonths') && {
      archivedProjectsMonths: months.trim() === '' ? null : wholeNumber(months),
    }),
  }
  return Object.keys(retention).length > 0 ? { retention } : {}
}

const seriesOf = ({ key: _, ...series }: SeriesValues): Series => ({
  ...series,
  digits: wholeNumber(series.digits),
})
