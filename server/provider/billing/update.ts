import { sql } from 'kysely'
import { updateInvoice } from '#contract'
import { readSettings } from '#identity'
import { implement, Refusal } from '#platform'
import { lockLivePatient } from '../patients/live.ts'
import { compute } from './content.ts'
import { lockDraft, readInvoice } from './read.ts'
import { refuseUnknownItems } from './stock.ts'
import { insertParts } from './write.ts'

export const update = implement(
  updateInvoice,
  async ({ tx, params: { invoiceId: id }, body: { version, ...content } }) => {
    const settings = await readSettings(tx).executeTakeFirstOrThrow()
    // A merge locks its patients before their invoices, and so does this.
    const patient = await lockLivePatient(tx, content.patientId, 'patientId')
    const before = await lockDraft(tx, id)
    if (version !== undefined && version !== before.version) throw new Refusal('stale_version')
    const computed = compute(content, settings, patient)
    await refuseUnknownItems(tx, computed.lines)

    await tx.deleteFrom('invoiceLines').where('invoiceId', '=', id).execute()
    await tx.deleteFrom('invoiceDiscounts').where('invoiceId', '=', id).execute()
    await tx
      .updateTable('invoices')
      .set({ ...computed.invoice, version: before.version + 1, updatedAt: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
    await insertParts(tx, id, computed)
    return readInvoice(tx, id)
  },
)
