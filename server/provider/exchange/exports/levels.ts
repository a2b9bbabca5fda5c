import { sql } from 'kysely'
import { Decimal, importFields } from '#contract'
import { plain } from '../../inventory/items/item-rows.ts'
import type { Exported } from './kind.ts'

const itemsAtOnce = 500

interface Row {
  itemId: string
  sku: string
  lot: string | null
  expiresOn: string | null
  quarantineReason: string | null
  location: string
  quantity: string
  unitCost: string | null
}

/**
 * Stock on hand by item, lot and location. A batch has all stock of its items, so that a transfer during the export is not
 * half in it.
 */
export const exportedLevels: Exported<Exclude<keyof Row, 'itemId'>> = {
  columns: importFields.stock,
  patients: null,
  async read(tx, after) {
    const { rows } = await sql<Row>`
      with batch as (
        select id, sku, average_cost from items where on_hand > 0 ${after ? sql`and id > ${after}::uuid` : sql``}
        order by id limit ${itemsAtOnce}
      )
      select batch.id as item_id, batch.sku, lots.name as lot, lots.expires_on, lots.quarantine_reason,
        places.name as location, balances.on_hand as quantity, batch.average_cost as unit_cost
      from batch
      join stock_balances balances on balances.item_id = batch.id and balances.on_hand > 0
      join locations places on places.id = balances.location_id
      left join lots on lots.id = balances.lot_id
      order by batch.id, lots.name collate "C", places.name collate "C"`.execute(tx)
    const last = rows.at(-1)
    return {
      rows: rows.map(({ quantity, unitCost, ...row }) => ({
        ...row,
        quantity: plain(Decimal.of(quantity)),
        unitCost: unitCost === null ? null : plain(Decimal.of(unitCost)),
      })),
      ...(last && { next: last.itemId }),
    }
  },
}
