import { sql } from 'kysely'
import { Decimal, recallLot } from '#contract'
import type { Reader } from '#database'
import { afterCursor, implementOnSnapshot, toPage } from '#platform'
import { plain } from '../items/rows.ts'
import { sides } from '../ledger/stock.ts'
import { findRecipients } from './recipients.ts'
import { readLot } from './rows.ts'

export const recall = implementOnSnapshot(recallLot, async ({ tx, params: { lotId }, query }) => {
  const lot = await readLot(tx, lotId)
  const recipients = await findRecipients(tx, lotId, {
    after: afterCursor(query.cursor),
    limit: query.limit + 1,
  })
  const page = toPage(
    recipients.map((recipient) => ({ ...recipient, id: recipient.patient.id })),
    query.limit,
  )
  return {
    lot,
    ...(await totalsOf(tx, lotId)),
    remaining: await remainingOf(tx, lotId),
    data: page.data.map(({ id: _, ...recipient }) => recipient),
    nextCursor: page.nextCursor,
  }
})

/** Sums what came, what patients have, and what adjustments changed. Leaves out what was reversed, and its reversals. */
async function totalsOf(tx: Reader, lotId: string) {
  const { rows } = await sql<{ group: 'received' | 'sold' | 'adjusted'; reason: string; change: string }>`
    select case when source_line is not null then 'sold' when reason = 'received' then reason else 'adjusted' end as "group",
      reason, sum(case when from_location = any(${Object.values(sides)}::uuid[]) then quantity else -quantity end) as change
    from stock_movements as moved
    where lot_id = ${lotId} and reverses is null
    and (from_location = any(${Object.values(sides)}::uuid[]) or to_location = any(${Object.values(sides)}::uuid[]))
    and not exists (select from stock_movements as reversal where reversal.reverses = moved.id)
    group by 1, 2 order by 1, 2`.execute(tx)
  const changes = rows.map((row) => ({ ...row, change: Decimal.of(row.change) }))
  const total = (group: string) =>
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
