import { sql } from 'kysely'
import { listItems, listLots } from '#contract'
import { matchOf, resembles, type Searchable } from '#platform'
import { isGtin } from './items/item-rows.ts'

export const searchableStock: Searchable[] = [
  {
    type: 'item',
    list: listItems,
    matching: (q) => sql`
      select id::text, name, sku, '/inventory/items/' || id,
        case when ${isGtin(q)} then 1 else greatest(${matchOf(sql`name`, q)}, ${matchOf(sql`sku`, q)}) end::real, updated_at
      from items where ${resembles(sql`name`, q)} or ${resembles(sql`sku`, q)} or ${isGtin(q)}`,
  },
  {
    type: 'lot',
    list: listLots,
    matching: (q) => sql`
      select lots.id::text, lots.name, concat_ws(' · ', items.name, 'expires ' || expires_on), '/inventory/lots/' || lots.id,
        ${matchOf(sql`lots.name`, q)}, lots.created_at
      from lots join items on items.id = lots.item_id where ${resembles(sql`lots.name`, q)}`,
  },
]
