import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Whether a lot has not expired and is not in quarantine. */
export const isUsable = (today: string): RawBuilder<SqlBool> =>
  sql`((lots.expires_on is null or lots.expires_on >= ${today}::date) and lots.quarantined_at is null)`

/** The stock of a row of `items` that can be used today. */
export const usableStock = (today: string): RawBuilder<string> => sql`(
  case when items.lot_tracking then coalesce((
    select sum(balances.on_hand)
    from stock_balances as balances join lots on lots.id = balances.lot_id
    where balances.item_id = items.id and balances.on_hand > 0 and ${isUsable(today)}), 0)
  else items.on_hand end)`
