import { sql } from 'kysely'
import { Decimal, dateAt, type Location, lotKey } from '#contract'
import type { Reader, Transaction } from '#database'
import { newId } from '#platform'
import { type Item, items, sameGtin, toExactItem } from '../items/item-rows.ts'
import { usableStock } from '../items/usable.ts'
import { type ItemReference, type PlacedLine, slotNameOf } from './lines.ts'
import type { Context, Lot, Slot, SlotName } from './stock.ts'

/** Reads the named locations, the default one and the sides of the ledger, with the time at the organisation. */
export async function readContext(tx: Reader, locationIds: Iterable<string> = []): Promise<Context> {
  const rows = await tx
    .selectFrom('locations')
    .select(['id', 'name', 'kind', 'isDefault'])
    .select((row) => row.selectFrom('settings').select('timeZone').as('timeZone'))
    .select((row) => row.selectFrom('settings').select('currency').as('currency'))
    .select(sql<string>`now()`.as('now'))
    .where((row) =>
      row.or([
        row('isDefault', '=', true),
        row('kind', '!=', 'stock'),
        row('id', '=', sql<string>`any(${[...new Set(locationIds)]}::uuid[])`),
      ]),
    )
    .$castTo<Location & { timeZone: string; currency: string; now: string }>()
    .execute()
  const main = rows.find(({ isDefault }) => isDefault)
  if (!main) throw new Error('There is no default location')
  const now = new Date(main.now)
  return {
    places: new Map(rows.map(({ id, name, kind }) => [id, { id, name, kind }])),
    main,
    now,
    timeZone: main.timeZone,
    today: dateAt(now, main.timeZone),
    currency: main.currency,
  }
}

/**
 * Locks items in id order. Every change of an item's stock needs this lock until its transaction ends, so the item's lots,
 * balances, total and average cost stay as they are read from here on.
 */
export async function lockItems(tx: Transaction, references: ItemReference[]): Promise<Item[]> {
  const rows = await itemsNamed(tx, references).orderBy('id').forNoKeyUpdate().execute()
  return rows.map(toExactItem)
}

/** Reads items without locking them. */
export async function findItems(tx: Reader, references: ItemReference[]): Promise<Item[]> {
  return (await itemsNamed(tx, references).execute()).map(toExactItem)
}

function itemsNamed(tx: Reader, references: ItemReference[]) {
  const named = (field: keyof ItemReference) => [
    ...new Set(references.flatMap((reference) => reference[field] ?? [])),
  ]
  return items(tx).where(
    sql<boolean>`(id = any(${named('itemId')}::uuid[]) or sku = any(${named('sku')}::text[])
      or lpad(gtin, 14, '0') = any(${named('gtin').map(sameGtin)}::text[]))`,
  )
}

/** Reads how much of items can be used today, by item id. */
export async function readUsable(
  tx: Reader,
  items: readonly Item[],
  today: string,
): Promise<Map<string, Decimal>> {
  const ofLots = items.filter(({ lotTracking }) => lotTracking).map(({ id }) => id)
  if (ofLots.length === 0) return new Map(items.map(({ id, onHand }) => [id, onHand]))
  const rows = await tx
    .selectFrom('items')
    .select(['id', usableStock(today).as('usable')])
    .where('id', '=', sql<string>`any(${ofLots}::uuid[])`)
    .execute()
  return new Map([
    ...items.map(({ id, onHand }) => [id, onHand] as const),
    ...rows.map(({ id, usable }) => [id, Decimal.of(usable)] as const),
  ])
}

interface SlotRow extends SlotName {
  lotId: string | null
  expiresOn: string | null
  quarantineReason: string | null
  balanceId: string | null
  onHand: string | null
}

/** Reads the slot of each name, in order. Unknown lots are new. */
export async function readSlots(tx: Reader, names: readonly SlotName[]): Promise<Slot[]> {
  const { rows } = await sql<SlotRow>`
    select named.item_id, coalesce(lots.name, named.lot) as lot, lots.id as lot_id, lots.expires_on,
           lots.quarantine_reason, named.location_id,
           balances.id as balance_id, balances.on_hand
    from unnest(
      ${names.map(({ itemId }) => itemId)}::uuid[],
      ${names.map(({ lot }) => lot)}::text[],
      ${names.map(({ locationId }) => locationId)}::uuid[]
    ) with ordinality as named (item_id, lot, location_id, position)
    left join lots on lots.item_id = named.item_id and lot_key(lots.name) = lot_key(named.lot)
    left join stock_balances as balances
      on balances.item_id = named.item_id and balances.location_id = named.location_id
      and (balances.lot_id = lots.id or (named.lot is null and balances.lot_id is null))
    order by named.position`.execute(tx)
  return toSlots(rows)
}

/** Reads the stock of items at the locations of lines: first expired first, then first received first. */
async function readStock(tx: Reader, lines: readonly PlacedLine[]): Promise<Slot[]> {
  if (lines.length === 0) return []
  const { rows } = await sql<SlotRow>`
    select balances.item_id, lots.name as lot, lots.id as lot_id, lots.expires_on, lots.quarantine_reason,
           balances.location_id, balances.id as balance_id, balances.on_hand
    from (
      select distinct item_id, location_id from unnest(
        ${lines.map(({ item }) => item.id)}::uuid[],
        ${lines.map(({ location }) => location.id)}::uuid[]
      ) as named (item_id, location_id)
    ) as named
    join stock_balances as balances using (item_id, location_id)
    left join lots on lots.id = balances.lot_id
    where balances.on_hand > 0
    order by lots.expires_on nulls last, lots.created_at, lots.name`.execute(tx)
  return toSlots(rows)
}

/**
 * Reads the slots of lines. A line that names no lot of an item with lots has no slot: it takes from `stocked`, which is in
 * the order in which stock is used.
 */
export async function readSlotsOf<Line extends PlacedLine>(tx: Reader, lines: readonly Line[]) {
  const isOpen = ({ line, item }: Line) => item.lotTracking && line.lot === undefined
  const named = lines.filter((line) => !isOpen(line))
  const slots = await readSlots(tx, named.map(slotNameOf))
  const stocked = await readStock(tx, lines.filter(isOpen))
  return { slotOf: new Map(named.map((line, n) => [line, slots[n]!])), stocked }
}

const noTerms = { expiresOn: null, quarantineReason: null }

function toSlots(rows: SlotRow[]): Slot[] {
  const newLots = new Map<string, Lot>()
  return rows.map(
    ({ itemId, lot: name, lotId, expiresOn, quarantineReason, locationId, balanceId, onHand }) => {
      const slot = { itemId, locationId, balanceId, onHand: Decimal.of(onHand ?? 0) }
      if (name === null) return { ...slot, lot: null }
      if (lotId !== null)
        return { ...slot, lot: { id: lotId, name, expiresOn, quarantineReason, isNew: false } }
      // A new lot in several slots has one id.
      const key = `${itemId} ${lotKey(name)}`
      const lot = newLots.get(key) ?? { ...noTerms, id: newId(), name, isNew: true }
      newLots.set(key, lot)
      return { ...slot, lot }
    },
  )
}
