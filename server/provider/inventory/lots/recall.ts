import { sql } from 'kysely'
import { Decimal, recallLot } from '#contract'
import type { Reader } from '#database'
import { afterCursor, implementOnSnapshot, toPage } from '#platform'
import { plain } from '../items/item-rows.ts'
import { sides } from '../ledger/stock.ts'
import { readLot } from './lot-rows.ts'
import { movedOf, type RecipientJson, recipientsOf, toRecipient } from './recipients.ts'

export const recall = implementOnSnapshot(recallLot, async ({ tx, params: { lotId }, query }) => {
  const lot = await readLot(tx, lotId)
  const { limit } = query
  const after = afterCursor(query.cursor)
  const { rows } = await sql<{ changes: Change[]; recipients: RecipientJson[] }>`
    with ${movedOf(lotId)}
    select
      (select coalesce(json_agg(changes), '[]') from (${changesOfMoved}) as changes) as changes,
      (select coalesce(json_agg(recipients), '[]') from (${recipientsOf({ after, limit: limit + 1 })}) as recipients)
        as recipients`.execute(tx)
  const { changes, recipients } = rows[0]!
  const page = toPage(
    recipients.map((recipient) => ({ ...recipient, id: recipient.patient.id })),
    limit,
  )
  return {
    lot,
    ...toTotals(changes),
    remaining: await remainingOf(tx, lotId),
    data: page.data.map(toRecipient),
    nextCursor: page.nextCursor,
  }
})

interface Change {
  group: 'received' | 'sold' | 'adjusted'
  reason: string
  change: string
}

const ofSides = sql`any(${Object.values(sides)}::uuid[])`

/**
 * Selects what came, what patients have, and what adjustments changed, from `moved`. Leaves out transfers, what was reversed, and its
 * reversals. `not in` looks up the reversals in a hash table, however many the planner expects.
 */
const changesOfMoved = sql`
  select case when source_line is not null then 'sold' when reason = 'received' then reason else 'adjusted' end as "group",
    reason, sum(case when from_location = ${ofSides} then quantity else -quantity end)::text as change
  from moved
  where reverses is null and (from_location = ${ofSides} or to_location = ${ofSides})
  and id not in (select reverses from moved where reverses is not null)
  group by 1, 2 order by 1, 2`

function toTotals(rows: Change[]) {
  const changes = rows.map((row) => ({ ...row, change: Decimal.of(row.change) }))
  const total = (group: Change['group']) =>
    plain(Decimal.sum(changes.filter((row) => row.group === group).map(({ change }) => change)))
  return {
    received: total('received'),
    sold: plain(total('sold').negated()),
    adjusted: changes.flatMap(({ group, reason, change }) =>
      group === 'adjusted' && change.sign !== 0 ? [{ reason, quantity: plain(change) }] : [],
    ),
  }
}

async function remainingOf(tx: Reader, lotId: string) {
  const rows = await tx
    .selectFrom('stockBalances')
    .innerJoin('locations', 'locations.id', 'stockBalances.locationId')
    .select(['locations.id as locationId', 'locations.name as locationName', 'onHand'])
    .where('lotId', '=', lotId)
    .where('onHand', '>', '0')
    .orderBy('locations.name')
    .execute()
  return rows.map((row) => ({ ...row, onHand: plain(Decimal.of(row.onHand)) }))
}
