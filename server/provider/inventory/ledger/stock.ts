import { Decimal, type Location, lotKey } from '#contract'

/** The ids of the locations that stock comes from and goes to, from the migration. */
export const sides = {
  supplier: '00000000-0000-7000-8000-000000000002',
  consumption: '00000000-0000-7000-8000-000000000003',
  loss: '00000000-0000-7000-8000-000000000004',
  variance: '00000000-0000-7000-8000-000000000005',
} as const

export type Place = Pick<Location, 'id' | 'name' | 'kind'>

/** The locations that a document can use, and the time at which it happens. */
export interface Context {
  readonly places: ReadonlyMap<string, Place>
  /** The default location. */
  readonly main: Place
  /** The time on the database's clock. */
  readonly now: Date
  /** The organisation's time zone, and its date. */
  readonly timeZone: string
  readonly today: string
  /** The organisation's currency, which costs are in. */
  readonly currency: string
}

export interface Lot {
  readonly id: string
  readonly name: string
  readonly expiresOn: string | null
  /** Why nothing can be taken from it. */
  readonly quarantineReason: string | null
  readonly isNew: boolean
}

export interface SlotName {
  readonly itemId: string
  /** The name of the lot. */
  readonly lot: string | null
  readonly locationId: string
}

/** The stock of an item in one lot, or in none, at one location. */
export interface Slot extends Omit<SlotName, 'lot'> {
  readonly lot: Lot | null
  /** Null if there has never been any stock. */
  readonly balanceId: string | null
  readonly onHand: Decimal
}

export const slotKey = (slot: SlotName | Slot): string =>
  JSON.stringify([
    slot.itemId,
    slot.lot && lotKey(typeof slot.lot === 'string' ? slot.lot : slot.lot.name),
    slot.locationId,
  ])

/** The change that a document makes to one slot. */
export interface Move {
  readonly slot: Slot
  /** Positive if stock is added, negative if it is removed. */
  readonly change: Decimal
  /** The side that the stock comes from or goes to; the other location of a transfer. */
  readonly side: string
  /** The slot at the other location of a transfer, which changes by the opposite. */
  readonly other?: Slot
  readonly unitCost?: Decimal | null
  /** The id of the movement that this one reverses. */
  readonly reverses?: string
  /** The id of the invoice line that takes the stock or puts it back. */
  readonly sourceLine?: string
}

/** Everything that a document changes. */
export interface Plan {
  readonly moves: readonly Move[]
  /** New expiry dates, by lot id. */
  readonly expiries?: ReadonlyMap<string, string>
  /** New average costs, by item id. */
  readonly averageCosts?: ReadonlyMap<string, Decimal | null>
}

/** A lot can be used until the end of its expiry date. */
export const hasExpired = (expiresOn: string | null, today: string): boolean =>
  expiresOn !== null && expiresOn < today

/** Whether the stock of a slot has not expired. */
export const isInDate = ({ lot }: Slot, today: string): boolean => !hasExpired(lot?.expiresOn ?? null, today)

/** PostgreSQL stores averages with the decimals they are computed with. */
export const averageDecimals = 20

/**
 * Computes the moving average: (average x quantity + sum of cost x change) / (quantity + sum of changes), where `quantity`
 * is the rest of the stock. Stock received without a cost counts at the average, and stock leaves at it, so neither
 * changes it. A change is negative if a receipt is reversed.
 * @returns null if no stock with a cost is left; the same average if a reversal takes more than its remaining value
 */
export function averageCost(
  average: Decimal | null,
  quantity: Decimal,
  changes: readonly { change: Decimal; unitCost?: Decimal | null }[],
): Decimal | null {
  const costed = changes.flatMap(({ change, unitCost }) => (unitCost ? [{ change, unitCost }] : []))
  if (costed.length === 0) return average
  const known = average ? quantity : Decimal.zero
  const left = known.plus(Decimal.sum(costed.map(({ change }) => change)))
  const worth = known
    .times(average ?? Decimal.zero)
    .plus(Decimal.sum(costed.map(({ change, unitCost }) => change.times(unitCost))))
  if (left.sign <= 0) return null
  return worth.sign < 0 ? average : worth.dividedBy(left, averageDecimals).normalized()
}
