import { currencyDecimals } from '#contract'
import { language, plainText } from './typed-text.ts'

/** The marks with which a language writes numbers. */
interface Marks {
  group: string | undefined
  decimal: string | undefined
}

/** Returns the marks of a language, for numbers in the digits 0 to 9. */
export function marksIn(language: string): Marks {
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(12345.6)
  const mark = (name: string) => parts.find(({ type }) => type === name)?.value
  return { group: mark('group'), decimal: mark('decimal') }
}

// Apostrophes only group, and the mark of Arabic digits only begins the decimals. Groups have three digits, or in India two.
const grouped = /^([+-]?[1-9]\d{0,2}(?:([.,'])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,٫](\d+))?$/
const indian = /^([+-]?[1-9]\d?(?:(,)\d\d)+,\d{3})(?:\.(\d+))?$/
const plain = /^([+-]?\d+)()(?:[.,٫](\d+))?$/

/**
 * Returns the decimals that a typed number can mean, as the API takes them; none if it is no number. There are two for `1,200` and
 * `1.200`, whose mark may group thousands or begin the decimals.
 * @param marks those of the reader's language, if they decide it
 */
export function typedDecimals(typed: string, marks?: Marks): string[] {
  const text = plainText(typed)
    .replace(/^([+-]) /, '$1')
    .replace(/[ ’٬]/g, "'")
    .replace('،', ',')
  const [, integer, mark = '', fraction] = grouped.exec(text) ?? indian.exec(text) ?? plain.exec(text) ?? []
  if (!integer) return []
  const digits = integer.replace(/[+.,']/g, '')
  const whole = fraction ? `${digits}.${fraction}` : digits
  if (fraction || !/^.?\d+[.,]\d+$/.test(integer) || marks?.group === mark) return [whole]
  const decimal = integer.replace(/\+/, '').replace(mark, '.')
  return marks?.decimal === mark ? [decimal] : [whole, decimal.replace(/\.?0+$/, '')]
}

/** Follows a number in the value of a field until it is known what it means, so that nothing accepts it. */
const open = '?'

/** Returns what a field holds for a typed number: the decimal, or text that the contract refuses. */
export function readDecimal(typed: string, marks?: Marks): string {
  const [decimal, ...others] = typedDecimals(typed, marks)
  const text = typed.trim()
  return others.length > 0 ? text + open : (decimal ?? text)
}

/** Returns the text of a field that nobody is typing in. */
export const shownDecimal = (value: string): string => value.replace(open, '')

/** Returns the values of which one is meant; none if that is clear. */
export function choicesOf(value: string): string[] {
  const [typed = '', unit] = value.split(open)
  return unit === undefined ? [] : typedDecimals(typed).map((decimal) => decimal + unit)
}

const own = marksIn(language)

/** Returns the marks that decide what an amount means: with three decimals, as many digits follow either mark. */
export const marksFor = (currency: string | undefined): Marks | undefined =>
  currency !== undefined && currencyDecimals(currency) === 3 ? own : undefined
