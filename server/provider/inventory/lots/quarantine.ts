import { sql } from 'kysely'
import { record } from '#audit'
import { quarantineLot } from '#contract'
import { implement, Refusal } from '#platform'
import { lockLot } from './lock.ts'
import { readLot } from './lot-rows.ts'

export const quarantine = implement(
  quarantineLot,
  async ({ tx, actor, params: { lotId }, body: { reason } }) => {
    const { lot, sku, quarantine } = await lockLot(tx, lotId)
    if (quarantine)
      throw new Refusal(
        'lot_quarantined',
        `Lot ${lot} of ${sku} is already in quarantine: ${quarantine.reason}`,
      )
    await tx
      .updateTable('lots')
      .set({ quarantineReason: reason, quarantinedAt: sql<string>`now()`, quarantinedBy: actor.userId })
      .where('id', '=', lotId)
      .execute()
    await record(tx, actor, 'lot.quarantine', { type: 'lot', id: lotId, label: `${sku} ${lot}` })
    return readLot(tx, lotId)
  },
)
