// Exact arithmetic on decimals as text, where a page has to put two of them together.

import { isNegative, isZero } from './amounts.ts'

const pattern = /^(-?)(\d+)(?:\.(\d+))?$/

/** The exact sum, with as many decimals as the longer of the two has: `1.10` and `2` are `3.10`. */
export const addDecimals = (one: string, other: string): string => combined(one, other, (a, b) => a + b)

/** The exact difference. */
export const subtractDecimals = (one: string, other: string): string => combined(one, other, (a, b) => a - b)

/** Whether one is less than the other, exactly. */
export const isLess = (one: string, other: string): boolean => isNegative(subtractDecimals(one, other))

/** Whether both are the same number: `1.50` and `1.5`. */
export const isSame = (one: string, other: string): boolean => isZero(subtractDecimals(one, other))

function combined(one: string, other: string, operate: (a: bigint, b: bigint) => bigint): string {
  const places = Math.max(decimalsOf(one), decimalsOf(other))
  const result = operate(scaled(one, places), scaled(other, places))
  const digits = String(result < 0n ? -result : result).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const fraction = digits.slice(digits.length - places)
  return `${result < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

const decimalsOf = (decimal: string) => pattern.exec(decimal)?.[3]?.length ?? 0

function scaled(decimal: string, places: number): bigint {
  const [, sign, whole = '0', fraction = ''] = pattern.exec(decimal) ?? []
  const size = BigInt(whole + fraction.padEnd(places, '0'))
  return sign ? -size : size
}
