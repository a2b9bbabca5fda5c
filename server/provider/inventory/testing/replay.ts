import type { Movement } from '#contract'

/** An exact fraction. */
type Fraction = readonly [numerator: bigint, denominator: bigint]

const zero: Fraction = [0n, 1n]
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
const minus = (one: Fraction, [c, d]: Fraction): Fraction => plus(one, [-c, d])
const over = ([a, b]: Fraction, [c, d]: Fraction): Fraction => (c < 0n ? [-a * d, b * -c] : [a * d, b * c])
const isPositive = ([a]: Fraction): boolean => a > 0n

function fraction(decimal: string): Fraction {
  const [whole = '', decimals = ''] = decimal.split('.')
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)]
}

/** Rounds half up. Drops zeros at the end unless there are `fixed` decimals. */
function written([a, b]: Fraction, decimals: number, fixed = false): string {
  const scaled = (a * 10n ** BigInt(decimals) * 2n + b) / (b * 2n)
  const digits = String(scaled).padStart(decimals + 1, '0')
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return fixed ? text : text.replace(/\.?0+$/, '')
}

/**
 * Replays movements with exact fractions, as simply as possible: documents in the order they were recorded decide what each
 * movement was worth, and the stock at a time is what had happened until then.
 */
export function createReplay(movements: Movement[]) {
  const ordered = movements.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const skus = new Map(ordered.map(({ itemId, sku }) => [itemId, sku]))
  const worth = new Map<string, Fraction | null>()
  for (const itemId of skus.keys()) value(ordered.filter((movement) => movement.itemId === itemId))

  return {
    times: () => ordered.map(({ occurredAt }) => Date.parse(occurredAt)),
    levelsAt(time: string) {
      const happened = ordered.filter(({ occurredAt }) => occurredAt <= time)
      const slots = new Map<string, Fraction>()
      for (const { itemId, lot, from, to, quantity } of happened)
        for (const [place, sign] of [
          [from, -1n],
          [to, 1n],
        ] as const)
          if (place.kind === 'stock') {
            const key = `${itemId} ${lot} ${place.id}`
            slots.set(key, plus(slots.get(key) ?? zero, times(fraction(quantity), [sign, 1n])))
          }
      const levels = [...slots].flatMap(([key, onHand]) =>
        isPositive(onHand) ? [`${key} ${written(onHand, 6)}`] : [],
      )
      const byTime = happened.toSorted((a, b) => (a.occurredAt + a.id < b.occurredAt + b.id ? -1 : 1))
      const values = [...skus]
        .toSorted(([, a], [, b]) => (a < b ? -1 : 1))
        .flatMap(([itemId]) => {
          const own = byTime.filter((movement) => movement.itemId === itemId)
          const onHand = own.reduce(
            (sum, move) => plus(sum, times(direction(move), fraction(move.quantity))),
            zero,
          )
          if (!isPositive(onHand)) return []
          const last = own.at(-1)
          const total = own.reduce(
            (sum, move) => plus(sum, times(direction(move), worth.get(move.id) ?? zero)),
            zero,
          )
          const isKnown = last && worth.get(last.id) !== null
          const average = isKnown ? written(over(total, onHand), 6) : null
          return [[itemId, written(onHand, 6), average, isKnown ? written(total, 2, true) : null].join(' ')]
        })
      return { levels, values }
    },
  }

  /** Computes what the movements of an item were worth. */
  function value(own: Movement[]): void {
    let [onHand, average]: [Fraction, Fraction | null] = [zero, null]
    for (const document of Map.groupBy(own, ({ documentId }) => documentId).values()) {
      const costed = document.filter(
        ({ from, to, unitCost }) => unitCost !== null && (from.kind === 'supplier' || to.kind === 'supplier'),
      )
      const isReceipt = document.some(({ from, to }) => from.kind === 'supplier' || to.kind === 'supplier')
      const isReversal = document.some(({ reverses }) => reverses)
      const costs = isReceipt
        ? costed.flatMap((move) => (costOf(move) ? [{ move, cost: costOf(move)! }] : []))
        : []
      const sum = (moves: Movement[]) =>
        moves.reduce((all, move) => plus(all, times(direction(move), fraction(move.quantity))), zero)
      const after = plus(onHand, sum(document))
      let next: Fraction | null = average
      if (costs.length > 0) {
        const change = sum(costs.map(({ move }) => move))
        const others: Fraction = average ? (isReversal ? minus(after, change) : onHand) : zero
        const left = plus(others, change)
        const total: Fraction = costs.reduce(
          (all, { move, cost }) => plus(all, times(times(direction(move), fraction(move.quantity)), cost)),
          times(others, average ?? zero),
        )
        next = !isPositive(left) ? null : total[0] < 0n ? average : over(total, left)
      }
      for (const move of document) {
        const cost = costs.find((one) => one.move === move)?.cost ?? next ?? average
        worth.set(move.id, cost && times(fraction(move.quantity), cost))
      }
      const [first] = costs
      if (first) {
        const moved = document.reduce(
          (all, move) => plus(all, times(direction(move), worth.get(move.id) ?? zero)),
          zero,
        )
        const rest = minus(minus(times(after, next ?? zero), times(onHand, average ?? zero)), moved)
        worth.set(first.move.id, plus(worth.get(first.move.id)!, times(direction(first.move), rest)))
      }
      onHand = after
      average = next
    }
  }

  /** The cost with which a movement was received, or that of the one that it reverses. */
  function costOf({ from, unitCost, reverses }: Movement): Fraction | null {
    if (from.kind === 'supplier') return unitCost === null ? null : fraction(unitCost)
    const reversed = ordered.find(({ id }) => id === reverses)
    return reversed?.unitCost ? fraction(reversed.unitCost) : null
  }
}

/** 1 if a movement adds stock, -1 if it removes it, and 0 if it transfers it. */
const direction = ({ from, to }: Movement): Fraction => [
  (to.kind === 'stock' ? 1n : 0n) - (from.kind === 'stock' ? 1n : 0n),
  1n,
]
