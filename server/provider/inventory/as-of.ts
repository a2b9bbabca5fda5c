import { type RawBuilder, sql } from 'kysely'
import { isUsable } from './items/usable.ts'
import { averageDecimals, sides } from './ledger/stock.ts'

// The stock at a time is the sum of the movements until then. Both queries are for a row of `items` and read only its movements,
// along the index of item and time.

const ofSides = sql`any(${Object.values(sides)}::uuid[])`

/** 1 if a movement adds stock, -1 if it removes it, and 0 if it transfers it. */
const direction = sql`((from_location = ${ofSides})::integer - (to_location = ${ofSides})::integer)`

const until = (at: string) => sql`item_id = items.id and occurred_at <= ${at}::timestamptz`

/**
 * The stock of an item by lot and location at a time, with the ids of the balances, and what of all of it was usable.
 * @param day the date at that time in the organisation's time zone
 */
export const stockAt = (at: string, day: string): RawBuilder<unknown> => sql`
  select balances.id, moved.lot_id, moved.location_id, moved.on_hand,
    sum(moved.on_hand) filter (where lots.id is null or ${isUsable(day)}) over () as usable
  from (
    select lot_id, location_id, sum(quantity) as on_hand from (
      select lot_id, to_location as location_id, quantity from stock_movements where ${until(at)}
      union all
      select lot_id, from_location, -quantity from stock_movements where ${until(at)}
    ) as sided
    where location_id <> all(${Object.values(sides)}::uuid[])
    group by lot_id, location_id having sum(quantity) > 0
  ) as moved
  join stock_balances as balances on balances.item_id = items.id and balances.location_id = moved.location_id
    and balances.lot_id is not distinct from moved.lot_id
  left join lots on lots.id = moved.lot_id`

/**
 * The quantity of an item at a time, what it was worth and its average cost, which is null if it was not known or there was no
 * stock. While no cost is known, movements have no value.
 */
export const totalAt = (at: string): RawBuilder<unknown> => sql`
  select on_hand, case when is_known then value end as value,
    case when is_known and on_hand > 0 then round(round(value, ${averageDecimals}) / on_hand, 15) end as average_cost
  from (
    select coalesce(sum(quantity * ${direction}), 0) as on_hand, sum(value * ${direction}) as value,
      (array_agg(value is not null order by occurred_at desc, id desc))[1] as is_known
    from stock_movements where ${until(at)}
  ) as summed`

/** What all stock was worth at a time. */
export const worthAt = (at: string): RawBuilder<{ value: string }> => sql`
  select coalesce(sum(value * ${direction}), 0) as value from stock_movements where occurred_at <= ${at}::timestamptz`
