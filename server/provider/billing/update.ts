import { record } from '#audit'
import { dateAt, updateInvoice } from '#contract'
import { implement, Refusal } from '#platform'
import { readSettings } from '#settings'
import { lockLivePatient } from '../patients/live.ts'
import { invoiceTarget } from './audit-target.ts'
import { compute } from './content.ts'
import { lockDraft, readInvoice } from './read.ts'
import { refuseUnknownItems } from './stock.ts'
import { replaceDraft } from './write.ts'

export const update = implement(
  updateInvoice,
  async ({ tx, actor, params: { invoiceId: id }, body: { version, ...content } }) => {
    // Reports an unknown invoice before anything that is wrong with the body.
    const { createdAt } = await readInvoice(tx, id)
    const settings = await readSettings(tx).executeTakeFirstOrThrow()
    // Locks the patient before the invoice, as a merge does.
    const patient = await lockLivePatient(tx, content.patientId, 'patientId')
    const before = await lockDraft(tx, id)
    if (version !== undefined && version !== before.version) throw new Refusal('stale_version')
    const draft = compute(content, settings, patient, dateAt(new Date(createdAt), settings.timeZone))
    await refuseUnknownItems(tx, draft.invoice.lines)
    await replaceDraft(tx, { id, version: before.version + 1 }, draft)
    await record(tx, actor, 'invoice.update', invoiceTarget({ id, number: null }))
    return readInvoice(tx, id)
  },
)
