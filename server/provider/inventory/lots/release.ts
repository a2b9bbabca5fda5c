import { record } from '#audit'
import { releaseLot } from '#contract'
import { implement, Refusal } from '#platform'
import { lockLot } from './lock.ts'
import { readLot } from './lot-rows.ts'

export const release = implement(releaseLot, async ({ tx, actor, params: { lotId } }) => {
  const { lot, sku, quarantine } = await lockLot(tx, lotId)
  if (!quarantine) throw new Refusal('lot_not_quarantined', `Lot ${lot} of ${sku} is not in quarantine.`)
  await tx
    .updateTable('lots')
    .set({ quarantineReason: null, quarantinedAt: null, quarantinedBy: null })
    .where('id', '=', lotId)
    .execute()
  await record(tx, actor, 'lot.release', { type: 'lot', id: lotId, label: `${sku} ${lot}` })
  return readLot(tx, lotId)
})
