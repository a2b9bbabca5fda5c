const places = 6

/** A decimal of at most six places as a whole number of millionths. */
function millionths(decimal: string): bigint {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(decimal) ?? []
  const size = BigInt(`${whole ?? 0}${fraction.padEnd(places, '0')}`)
  return sign ? -size : size
}

/** Whether one quantity is less than another, exactly. */
export const isLess = (one: string, other: string) => millionths(one) < millionths(other)

export const isSame = (one: string, other: string) => millionths(one) === millionths(other)
