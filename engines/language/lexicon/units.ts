import { type Lexicon, wordsIn } from './lexicon.ts'

const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year', 'percent']
const currencies = ['EUR', 'USD', 'GBP']
/** Languages have up to three forms after a number. */
const counts = [1, 2, 5]

const known = new Map<string, Set<string>>()

/** Returns whether a stem is that of a unit of time or money, which measures topics but is none itself. */
export function isUnit(stem: string, lexicon: Lexicon): boolean {
  const { language } = lexicon
  if (language === null) return false
  const stems = known.get(language) ?? new Set(namesOf(language).map(lexicon.stem))
  known.set(language, stems)
  return stems.has(stem)
}

function namesOf(language: string): string[] {
  const formats = [
    ...units.map((unit) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })),
    ...currencies.map(
      (currency) => new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'name' }),
    ),
  ]
  return formats.flatMap((format) =>
    counts.flatMap((count) =>
      format
        .formatToParts(count)
        .filter(({ type }) => type === 'unit' || type === 'currency')
        .flatMap(({ value }) => wordsIn(value).map(({ text }) => text)),
    ),
  )
}
