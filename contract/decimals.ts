import { z } from 'zod'

/** An exact decimal in an answer: `"12.50"`. */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/)

export interface DecimalRange {
  sign: 'any' | 'positive' | 'not negative' | 'not zero'
  /** Digits before the point and after it, at most. */
  digits: number
  decimals: number
}

const example = 'Enter a number such as 12.50'

/**
 * An exact decimal in a request, given to the handler as plain text without needless zeros. It comes as text, or as a
 * JSON number, which is taken by its shortest decimal form; one of more than 15 significant digits, which no double
 * holds exactly, reaches us as NaN and is refused.
 */
export const decimalInput = ({ sign, digits, decimals }: DecimalRange) =>
  z
    .union([z.string(), z.number()], { error: `${example}, as text where it has more than 15 digits` })
    .transform((value, context) => {
      const plain = plainDecimal(String(value))
      const wrong = plain === null ? example : wrongIn(plain, { sign, digits, decimals })
      if (wrong) context.addIssue({ code: 'custom', message: wrong })
      return plain ?? ''
    })

/** What stands on a delivery note or is on a shelf: more than nothing. */
export const quantityInput = decimalInput({ sign: 'positive', digits: 12, decimals: 6 })

/** A price or cost of one unit. */
export const unitPriceInput = decimalInput({ sign: 'not negative', digits: 12, decimals: 6 })

function wrongIn(plain: string, { sign, digits, decimals }: DecimalRange): string | null {
  const [whole = '', fraction = ''] = plain.replace('-', '').split('.')
  if (sign === 'positive' && (plain === '0' || plain.startsWith('-'))) return 'Enter more than zero'
  if (sign === 'not negative' && plain.startsWith('-')) return 'Enter zero or more'
  if (sign === 'not zero' && plain === '0') return 'Enter something other than zero'
  if (whole.length > digits) return `At most ${digits} digits before the point`
  if (fraction.length > decimals) return decimals ? `At most ${decimals} decimals` : 'Enter a whole number'
  return null
}

/** `-1.50e1` as `-15`; null for what is no decimal, or is too long to be meant. */
export function plainDecimal(written: string): string | null {
  const match = /^\s*([+-]?)(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?\s*$/.exec(written)
  if (!match) return null
  const [, sign, before = '', after = '', exponent = '0'] = match
  const shift = before.length + Number(exponent)
  const all = `${before}${after}`
  const padded =
    shift > all.length ? all.padEnd(shift, '0') : all.padStart(all.length - Math.min(shift, 0), '0')
  const point = Math.max(shift, 0)
  const whole = padded.slice(0, point).replace(/^0+/, '') || '0'
  const fraction = padded.slice(point).replace(/0+$/, '')
  const size = fraction ? `${whole}.${fraction}` : whole
  return sign === '-' && size !== '0' ? `-${size}` : size
}
