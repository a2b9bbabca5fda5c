import { type RawBuilder, sql } from 'kysely'
import { Decimal } from '#contract'
import { type Invariant, noRow, rowsOf } from '#platform'
import { averageCost } from './ledger/stock.ts'

/** Stock according to the ledger: what came in less what went out. */
const replayed = sql`
  select item_id, lot_id, location_id, sum(quantity) as on_hand from (
    select item_id, lot_id, to_location as location_id, quantity from stock_movements
    union all
    select item_id, lot_id, from_location, -quantity from stock_movements
  ) as moved group by item_id, lot_id, location_id`

export const inventoryInvariants: Invariant[] = [
  noRow(
    'Every movement is between stock and the side of the ledger for its kind of document',
    sql`
      select 'stock_movements ' || m.id as row, 'a ' || d.kind || ' goes from ' || coalesce(source.kind, 'nowhere') || ' to '
        || coalesce(destination.kind, 'nowhere') as what
      from stock_movements m join stock_documents d on d.id = m.document_id
      left join locations source on source.id = m.from_location
      left join locations destination on destination.id = m.to_location
      where not coalesce(case d.kind
        when 'receipt' then source.kind = 'supplier' and destination.kind = 'stock'
        when 'sale' then source.kind = 'stock' and destination.kind = 'consumption'
        when 'return' then source.kind = 'consumption' and destination.kind = 'stock'
        when 'transfer' then source.kind = 'stock' and destination.kind = 'stock'
        when 'reversal' then source.kind = 'stock' or destination.kind = 'stock'
        else (source.kind = 'stock') <> (destination.kind = 'stock') end, false)`,
  ),
  noRow(
    'A movement has the time and user of its document',
    sql`select 'stock_movements ' || m.id as row, 'its document ' || d.id || ' has another ' ||
        case when m.recorded_by <> d.recorded_by then 'person' else 'time' end as what
      from stock_movements m join stock_documents d on d.id = m.document_id
      where (m.recorded_by, m.occurred_at) is distinct from (d.recorded_by, d.occurred_at)`,
  ),
  noRow(
    'Receipts, transfers, sales and returns have movements',
    sql`select 'stock_documents ' || d.id as row, 'this ' || d.kind || ' moves nothing' as what from stock_documents d
      where d.kind in ('receipt', 'transfer', 'sale', 'return')
      and not exists (select from stock_movements m where m.document_id = d.id)`,
  ),
  noRow(
    'A reversal reverses every movement of one receipt, adjustment or transfer, and no others',
    sql`
      select 'stock_documents ' || r.id as row, 'it reverses a ' || d.kind as what
      from stock_documents r join stock_documents d on d.id = r.reverses where d.kind not in ('receipt', 'adjustment', 'transfer')
      union all
      select 'stock_documents ' || r.id, 'it does not reverse movement ' || m.id
      from stock_documents r join stock_movements m on m.document_id = r.reverses
      where not exists (select from stock_movements back where back.reverses = m.id and back.document_id = r.id)
      union all
      select 'stock_movements ' || back.id, 'it is not the opposite of what it reverses' from stock_movements back
      join stock_documents r on r.id = back.document_id left join stock_movements m on m.id = back.reverses
      where (r.kind = 'reversal' or back.reverses is not null)
      and (m.document_id, m.item_id, m.lot_id, m.quantity, m.from_location, m.to_location, m.unit_cost) is distinct from
        (r.reverses, back.item_id, back.lot_id, back.quantity, back.to_location, back.from_location, back.unit_cost)`,
  ),
  noRow(
    'Items with lot tracking move in lots, and items with expiry tracking in lots with an expiry',
    sql`select 'stock_movements ' || m.id as row, i.sku || case
        when i.lot_tracking <> (m.lot_id is not null) then case when i.lot_tracking then ' is tracked by lots' else ' has no lots' end
        else ' has expiry tracking, but its lot no expiry' end as what
      from stock_movements m join items i on i.id = m.item_id left join lots l on l.id = m.lot_id
      where i.lot_tracking <> (m.lot_id is not null) or (i.expiry_tracking and l.expires_on is null)`,
  ),
  noRow(
    'Every balance is the sum of its movements and not negative',
    sql`
      with replayed as (${replayed})
      select case when b.id is null then 'items ' || r.item_id else 'stock_balances ' || b.id end as row,
        coalesce(b.on_hand, 0) || ' is on hand, but the movements add up to ' || coalesce(r.on_hand, 0) as what
      from (select r.* from replayed r join locations l on l.id = r.location_id and l.kind = 'stock') r
      full join stock_balances b on b.item_id = r.item_id and b.location_id = r.location_id
        and coalesce(b.lot_id, b.item_id) = coalesce(r.lot_id, r.item_id)
      where coalesce(b.on_hand, 0) <> coalesce(r.on_hand, 0) or r.on_hand < 0`,
  ),
  noRow(
    'Only stock locations have balances',
    sql`select 'stock_balances ' || b.id as row, 'its location is a ' || l.kind as what
      from stock_balances b join locations l on l.id = b.location_id where l.kind <> 'stock'`,
  ),
  noRow(
    'Names of the lots of an item differ in more than case',
    sql`select 'lots ' || min(id::text) as row, 'another lot of its item is called ' || max(name) as what
      from lots group by item_id, lot_key(name) having count(*) > 1`,
  ),
  noRow(
    'The total of an item is the sum of its balances',
    sql`select 'items ' || i.id as row, i.on_hand || ' is on hand, but its balances add up to ' || coalesce(sum(b.on_hand), 0) as what
      from items i left join stock_balances b on b.item_id = i.id
      group by i.id having i.on_hand <> coalesce(sum(b.on_hand), 0)`,
  ),
  noRow(
    'The movements of an item add up to its stock at the average cost',
    sql`select 'items ' || i.id as row, 'its movements are worth ' || worth || ', but its stock ' || i.on_hand * coalesce(i.average_cost, 0) as what
      from items i join (
        select m.item_id, coalesce(sum(case when source.kind = destination.kind then 0
          when destination.kind = 'stock' then m.value else -m.value end), 0) as worth
        from stock_movements m join locations source on source.id = m.from_location
        join locations destination on destination.id = m.to_location group by m.item_id
      ) as moved on moved.item_id = i.id
      where worth <> i.on_hand * coalesce(i.average_cost, 0)`,
  ),
  {
    rule: 'The average cost of an item follows from its receipts',
    async *check({ tx }) {
      for await (const wrong of wrongAverages(rowsOf(tx, costs(byId)))) {
        // If the clocks of nodes differ, the database's clock decides the order.
        const again = rowsOf(tx, costs(byTime, wrong.itemId))
        for await (const { itemId, kept, found } of wrongAverages(again))
          yield { row: `items ${itemId}`, what: `it is ${kept}, but should be ${found}` }
      }
    },
  },
]

interface Cost {
  itemId: string
  kept: string | null
  documentId: string | null
  kind: string | null
  change: string
  unitCost: string | null
}

/** Ids are created under the item's lock, so they follow the order of recording. */
const byId = sql`m.id`
const byTime = sql`d.recorded_at, d.id, m.id`

/** Selects the changes of each document by item. Items without movements have one row. */
const costs = (order: RawBuilder<unknown>, itemId?: string): RawBuilder<Cost> => sql`
  select i.id as item_id, i.average_cost as kept, m.document_id, m.unit_cost,
    case when d.kind = 'reversal' then 'reversal of a ' || reversed.kind else d.kind end as kind,
    case when source.kind = destination.kind then 0 when destination.kind = 'stock' then m.quantity
      else -m.quantity end as change
  from items i left join stock_movements m on m.item_id = i.id
  left join stock_documents d on d.id = m.document_id
  left join stock_documents reversed on reversed.id = d.reverses
  left join locations source on source.id = m.from_location
  left join locations destination on destination.id = m.to_location
  ${itemId ? sql`where i.id = ${itemId}::uuid` : sql``}
  order by i.id, ${order}`

async function* wrongAverages(rows: AsyncIterable<Cost>) {
  for await (const item of averages(rows)) {
    const kept = item.kept === null ? null : Decimal.of(item.kept)
    if (kept && item.found ? !kept.equals(item.found) : kept !== item.found) yield item
  }
}

/** Replays the average cost of each item, document by document, as `receive` and `reverse` compute it. */
async function* averages(rows: AsyncIterable<Cost>) {
  let item: { itemId: string; kept: string | null; found: Decimal | null; onHand: Decimal } | undefined
  let document: Cost[] = []
  for await (const row of rows) {
    if (row.itemId !== item?.itemId || row.documentId !== document[0]?.documentId) book()
    if (row.itemId !== item?.itemId) {
      if (item) yield item
      item = { itemId: row.itemId, kept: row.kept, found: null, onHand: Decimal.zero }
    }
    if (row.documentId !== null) document.push(row)
  }
  book()
  if (item) yield item

  function book(): void {
    if (!item || document.length === 0) return
    const lines = document.map(({ change, unitCost }) => ({
      change: Decimal.of(change),
      unitCost: unitCost === null ? null : Decimal.of(unitCost),
    }))
    const after = (all: { change: Decimal }[]) =>
      Decimal.sum([item!.onHand, ...all.map(({ change }) => change)])
    const uncosted = lines.filter(({ unitCost }) => unitCost === null)
    const kind = document[0]?.kind
    if (kind === 'receipt') item.found = averageCost(item.found, item.onHand, lines)
    if (kind === 'reversal of a receipt') item.found = averageCost(item.found, after(uncosted), lines)
    item.onHand = after(lines)
    document = []
  }
}
