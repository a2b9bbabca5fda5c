import Big from 'big.js'
import { type RawBuilder, sql } from 'kysely'
import { type Invariant, noRow, rowsOf } from '#platform'
import { averageCost } from './ledger/average-cost.ts'

/** What the ledger says is where: what came in, less what went out. */
const replayed = sql`
  select item_id, lot_id, location_id, sum(quantity) as on_hand from (
    select item_id, lot_id, to_location as location_id, quantity from stock_movements
    union all
    select item_id, lot_id, from_location, -quantity from stock_movements
  ) as moved group by item_id, lot_id, location_id`

export const inventoryInvariants: Invariant[] = [
  noRow(
    'Every movement goes between stock and the side of the books that its document is about',
    sql`
      select 'stock_movements ' || m.id as row, 'in a ' || d.kind || ' it goes from ' || coalesce(source.kind, 'nowhere') || ' to '
        || coalesce(destination.kind, 'nowhere') as what
      from stock_movements m join stock_documents d on d.id = m.document_id
      left join locations source on source.id = m.from_location
      left join locations destination on destination.id = m.to_location
      where not coalesce(case d.kind
        when 'receipt' then source.kind = 'supplier' and destination.kind = 'stock'
        when 'sale' then source.kind = 'stock' and destination.kind = 'consumption'
        when 'return' then source.kind = 'consumption' and destination.kind = 'stock'
        else (source.kind = 'stock') <> (destination.kind = 'stock') end, false)`,
  ),
  noRow(
    'A movement is its document’s: of the same time, by the same person',
    sql`select 'stock_movements ' || m.id as row, 'its document ' || d.id || ' has another ' ||
        case when m.recorded_by <> d.recorded_by then 'person' else 'time' end as what
      from stock_movements m join stock_documents d on d.id = m.document_id
      where (m.recorded_by, m.occurred_at) is distinct from (d.recorded_by, d.occurred_at)`,
  ),
  noRow(
    'Receipts, sales and returns move something',
    sql`select 'stock_documents ' || d.id as row, 'this ' || d.kind || ' moves nothing' as what from stock_documents d
      where d.kind in ('receipt', 'sale', 'return')
      and not exists (select from stock_movements m where m.document_id = d.id)`,
  ),
  noRow(
    'A reversal takes back every movement of a receipt or an adjustment, and nothing else',
    sql`
      select 'stock_documents ' || r.id as row, 'it reverses a ' || d.kind as what
      from stock_documents r join stock_documents d on d.id = r.reverses where d.kind not in ('receipt', 'adjustment')
      union all
      select 'stock_documents ' || r.id, 'it leaves movement ' || m.id || ' as it was'
      from stock_documents r join stock_movements m on m.document_id = r.reverses
      where not exists (select from stock_movements back where back.reverses = m.id and back.document_id = r.id)
      union all
      select 'stock_movements ' || back.id, 'it is not what it reverses, the other way' from stock_movements back
      join stock_documents r on r.id = back.document_id left join stock_movements m on m.id = back.reverses
      where (r.kind = 'reversal' or back.reverses is not null)
      and (m.document_id, m.item_id, m.lot_id, m.quantity, m.from_location, m.to_location, m.unit_cost) is distinct from
        (r.reverses, back.item_id, back.lot_id, back.quantity, back.to_location, back.from_location, back.unit_cost)`,
  ),
  noRow(
    'What is tracked by lots moves in lots, and what expires in lots that do',
    sql`select 'stock_movements ' || m.id as row, i.sku || case
        when i.lot_tracking <> (m.lot_id is not null) then case when i.lot_tracking then ' is tracked by lots' else ' has no lots' end
        else ' expires, and its lot does not' end as what
      from stock_movements m join items i on i.id = m.item_id left join lots l on l.id = m.lot_id
      where i.lot_tracking <> (m.lot_id is not null) or (i.expiry_tracking and l.expires_on is null)`,
  ),
  noRow(
    'What is on hand is what the movements come to, and nowhere less than zero',
    sql`
      with replayed as (${replayed})
      select case when b.id is null then 'items ' || r.item_id else 'stock_balances ' || b.id end as row,
        coalesce(b.on_hand, 0) || ' is on hand, and the movements come to ' || coalesce(r.on_hand, 0) as what
      from (select r.* from replayed r join locations l on l.id = r.location_id and l.kind = 'stock') r
      full join stock_balances b on b.item_id = r.item_id and b.location_id = r.location_id
        and coalesce(b.lot_id, b.item_id) = coalesce(r.lot_id, r.item_id)
      where coalesce(b.on_hand, 0) <> coalesce(r.on_hand, 0) or r.on_hand < 0`,
  ),
  noRow(
    'Stock is kept at stock locations only',
    sql`select 'stock_balances ' || b.id as row, 'its location is a ' || l.kind as what
      from stock_balances b join locations l on l.id = b.location_id where l.kind <> 'stock'`,
  ),
  noRow(
    'What is on hand of an item is the sum over its lots and locations',
    sql`select 'items ' || i.id as row, i.on_hand || ' is on hand, and its balances come to ' || coalesce(sum(b.on_hand), 0) as what
      from items i left join stock_balances b on b.item_id = i.id
      group by i.id having i.on_hand <> coalesce(sum(b.on_hand), 0)`,
  ),
  {
    says: 'The average cost of an item is what its receipts lead to',
    async *check({ tx }) {
      for await (const wrong of wrongAverages(rowsOf(tx, costs(byId)))) {
        // Where the clocks of the nodes differ, the database's own tells the order.
        const again = rowsOf(tx, costs(byTime, wrong.itemId))
        for await (const { itemId, kept, found } of wrongAverages(again))
          yield { row: `items ${itemId}`, what: `it is ${kept}, and the ledger leads to ${found}` }
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

/** Ids are made under the item's lock, so they are in the order in which the movements were recorded. */
const byId = sql`m.id`
const byTime = sql`d.recorded_at, d.id, m.id`

/** What each document changed, item by item. Items that never moved have one row. */
const costs = (order: RawBuilder<unknown>, itemId?: string): RawBuilder<Cost> => sql`
  select i.id as item_id, i.average_cost as kept, m.document_id, m.unit_cost,
    case when d.kind = 'reversal' then 'reversal of a ' || reversed.kind else d.kind end as kind,
    case when destination.kind = 'stock' then m.quantity else -m.quantity end as change
  from items i left join stock_movements m on m.item_id = i.id
  left join stock_documents d on d.id = m.document_id
  left join stock_documents reversed on reversed.id = d.reverses
  left join locations destination on destination.id = m.to_location
  ${itemId ? sql`where i.id = ${itemId}::uuid` : sql``}
  order by i.id, ${order}`

async function* wrongAverages(rows: AsyncIterable<Cost>) {
  for await (const item of averages(rows)) {
    const { kept, found } = item
    if (kept === null || found === null ? kept !== found : !new Big(kept).eq(found)) yield item
  }
}

/** Replays the average cost of each item, document by document, as `receive` and `reverse` compute it. */
async function* averages(rows: AsyncIterable<Cost>) {
  let item: { itemId: string; kept: string | null; found: string | null; onHand: Big } | undefined
  let document: Cost[] = []

  for await (const row of rows) {
    if (row.itemId !== item?.itemId || row.documentId !== document[0]?.documentId) book()
    if (row.itemId !== item?.itemId) {
      if (item) yield item
      item = { itemId: row.itemId, kept: row.kept, found: null, onHand: new Big(0) }
    }
    if (row.documentId !== null) document.push(row)
  }
  book()
  if (item) yield item

  function book(): void {
    if (!item || document.length === 0) return
    const lines = document.map(({ change, unitCost }) => ({ change: new Big(change), unitCost }))
    const costed = lines.flatMap(({ change, unitCost }) => (unitCost === null ? [] : [{ change, unitCost }]))
    const sumOf = (all: { change: Big }[], from: Big) =>
      all.reduce((sum, { change }) => sum.plus(change), from)
    const kind = document[0]?.kind
    if (kind === 'receipt') item.found = averageCost(item.found, item.onHand, costed)
    if (kind === 'reversal of a receipt') {
      const others = lines.filter(({ unitCost }) => unitCost === null)
      item.found = averageCost(item.found, sumOf(others, item.onHand), costed)
    }
    item.onHand = sumOf(lines, item.onHand)
    document = []
  }
}
