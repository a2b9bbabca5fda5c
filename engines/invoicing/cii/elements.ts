import type { Decimal } from '#rules/decimal'
import type { TaxCategory } from '#rules/money'
import type { Element } from '../ubl/xml.ts'

/** Creates a reusable aggregate of CII. Children that are null are omitted. */
export const group = (name: string, ...children: (Element | null)[]): Element => [`ram:${name}`, children]

/** Creates an element of CII with text, or null without. */
export const value = (
  name: string,
  text: string | null | undefined,
  attributes: Record<string, string> = {},
): Element | null => (text ? [`ram:${name}`, text, attributes] : null)

/** CII states the currency only of the tax. */
export const amount = (name: string, decimal: Decimal, attributes?: Record<string, string>): Element | null =>
  value(name, String(decimal), attributes)

/** @param type that of its data: `udt`, or `qdt` in references to documents */
export const day = (name: string, date: string, type: 'udt' | 'qdt' = 'udt'): Element =>
  // UN/EDIFACT 2379: CCYYMMDD
  group(name, [`${type}:DateTimeString`, date.replaceAll('-', ''), { format: '102' }])

/** Category O has no rate (BR-O-05). */
export const taxOf = (category: TaxCategory, rate: Decimal): (Element | null)[] => [
  value('CategoryCode', category),
  category === 'O' ? null : value('RateApplicablePercent', String(rate)),
]

/** BG-20 and BG-27 */
export const allowance = (reason: string, taken: Decimal, ...tax: Element[]): Element =>
  group(
    'SpecifiedTradeAllowanceCharge',
    group('ChargeIndicator', ['udt:Indicator', 'false']),
    amount('ActualAmount', taken),
    value('Reason', reason),
    ...tax,
  )
