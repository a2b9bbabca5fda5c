/** How a result that has more decimals than it may keep is rounded. `half up` rounds ties away from zero. */
export type Rounding = 'half up' | 'floor' | 'ceiling'

/**
 * An exact, immutable decimal: the only type that quantities, prices, rates and amounts are computed with. It keeps its
 * scale, so `1.50` stays `1.50`; only division and rounding can be inexact, and both name the scale of their result.
 */
export class Decimal {
  static readonly zero = new Decimal(0n, 0)

  /** The value is `units / 10 ** scale`. */
  readonly units: bigint
  /** Decimals, including zeros at the end. */
  readonly scale: number

  private constructor(units: bigint, scale: number) {
    this.units = units
    this.scale = scale
  }

  /** Reads `12.50` or `-1.5e1`. Returns null for other text, and for numbers too long to be meant. */
  static parse(text: string): Decimal | null {
    const match = /^\s*([+-]?)(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?\s*$/.exec(text)
    if (!match) return null
    const [, sign, whole = '', fraction = '', exponent = '0'] = match
    const size = BigInt(whole + fraction)
    const scale = fraction.length - Number(exponent)
    return new Decimal((sign === '-' ? -size : size) * power(Math.max(-scale, 0)), Math.max(scale, 0))
  }

  /** Reads a decimal that is known to be one. @throws RangeError for anything else */
  static of(value: string | number): Decimal {
    const decimal = Decimal.parse(String(value))
    if (!decimal) throw new RangeError(`Not a decimal: ${value}`)
    return decimal
  }

  static sum(values: Iterable<Decimal>): Decimal {
    let total = Decimal.zero
    for (const value of values) total = total.plus(value)
    return total
  }

  static min(first: Decimal, ...others: Decimal[]): Decimal {
    return others.reduce((least, value) => (value.lessThan(least) ? value : least), first)
  }

  static max(first: Decimal, ...others: Decimal[]): Decimal {
    return others.reduce((most, value) => (most.lessThan(value) ? value : most), first)
  }

  plus(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale)
    return new Decimal(this.#unitsAt(scale) + other.#unitsAt(scale), scale)
  }

  minus(other: Decimal): Decimal {
    return this.plus(other.negated())
  }

  times(other: Decimal): Decimal {
    return new Decimal(this.units * other.units, this.scale + other.scale)
  }

  /** Returns the quotient with `scale` decimals. @throws RangeError for a divisor of zero */
  dividedBy(divisor: Decimal, scale: number, rounding: Rounding = 'half up'): Decimal {
    const dividend = this.units * power(scale + divisor.scale)
    return new Decimal(quotient(dividend, divisor.units * power(this.scale), rounding), scale)
  }

  /** Returns the value with exactly `scale` decimals. */
  round(scale: number, rounding: Rounding = 'half up'): Decimal {
    if (scale >= this.scale) return new Decimal(this.#unitsAt(scale), scale)
    return new Decimal(quotient(this.units, power(this.scale - scale), rounding), scale)
  }

  /** Returns the value without zeros at the end: `1.50` as `1.5`. */
  normalized(): Decimal {
    let { units, scale } = this
    for (; scale > 0 && units % 10n === 0n; scale--) units /= 10n
    return new Decimal(units, scale)
  }

  negated(): Decimal {
    return new Decimal(-this.units, this.scale)
  }

  abs(): Decimal {
    return this.units < 0n ? this.negated() : this
  }

  get sign(): -1 | 0 | 1 {
    return this.units === 0n ? 0 : this.units < 0n ? -1 : 1
  }

  /** Whether both are the same number, however many decimals they have. */
  equals(other: Decimal): boolean {
    return this.minus(other).sign === 0
  }

  lessThan(other: Decimal): boolean {
    return this.minus(other).sign < 0
  }

  /** Returns plain text with all decimals of the scale: `-12.50`. */
  toString(): string {
    const digits = String(this.units)
      .replace('-', '')
      .padStart(this.scale + 1, '0')
    const point = digits.length - this.scale
    const size = this.scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
    return this.units < 0n ? `-${size}` : size
  }

  /** JSON numbers are not exact for every reader. */
  toJSON(): string {
    return this.toString()
  }

  #unitsAt(scale: number): bigint {
    return this.units * power(scale - this.scale)
  }
}

const power = (exponent: number): bigint => 10n ** BigInt(exponent)

function quotient(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  if (divisor < 0n) return quotient(-dividend, -divisor, rounding)
  const truncated = dividend / divisor
  const rest = dividend % divisor
  const isTie = 2n * (rest < 0n ? -rest : rest) >= divisor
  const awayFromZero = rounding === 'half up' ? isTie : rounding === 'floor' ? rest < 0n : rest > 0n
  return awayFromZero ? truncated + (dividend < 0n ? -1n : 1n) : truncated
}
