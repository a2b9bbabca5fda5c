import { sql } from 'kysely'
import { record } from '#audit'
import { createInvoice } from '#contract'
import { Answer, implement, newId } from '#platform'
import { readSettingsToday } from '#settings'
import { lockLivePatient } from '../patients/live.ts'
import { invoiceTarget } from './audit-target.ts'
import { compute, newInvoice, seriesNamed } from './content.ts'
import { datesAtIssue } from './dates.ts'
import { assignNumber, refuseOutOfOrder } from './number.ts'
import { refuseUnknownItems, takeItems } from './stock.ts'
import { insertDraft } from './write.ts'

export const create = implement(
  createInvoice,
  async ({ tx, actor, body: { draft: asDraft = false, preview = false, ...content } }) => {
    const { settings, today } = await readSettingsToday(tx)
    const patient = await lockLivePatient(tx, content.patientId, 'patientId')
    const draft = compute(content, settings, patient, today)
    const createdBy = { id: actor.userId, name: actor.name }
    const invoice = { ...newInvoice, ...draft.invoice, createdBy }
    const id = newId()
    if (asDraft) {
      await refuseUnknownItems(tx, invoice.lines)
      if (preview) return new Answer(200, { ...invoice, id: null, createdAt: null })
      const createdAt = await insertDraft(tx, { id, createdBy: actor.userId }, draft)
      await record(tx, actor, 'invoice.draft', invoiceTarget({ id, number: null }))
      return { ...invoice, id, createdAt }
    }

    const series = seriesNamed(content.series, settings)
    const dates = datesAtIssue(invoice, settings, today)
    // A preview takes its items and rolls back, to find out whether they are in stock.
    if (preview) {
      await refuseOutOfOrder(tx, series.name, dates.issueDate)
      await sql`savepoint preview`.execute(tx)
    }
    const movements = await takeItems(tx, actor, id, invoice.lines)
    if (preview) {
      await sql`rollback to savepoint preview`.execute(tx)
      return new Answer(200, { ...invoice, ...dates, movements, id: null, createdAt: null })
    }
    const createdAt = await insertDraft(tx, { id, createdBy: actor.userId }, draft)
    const { billTo } = invoice
    const issue = { id, version: 1, actor, billTo, series, settings, given: invoice }
    const issued = await assignNumber(tx, issue, dates)
    return { ...invoice, ...issued, movements, id, createdAt }
  },
)
