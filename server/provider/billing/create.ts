import { sql } from 'kysely'
import { createInvoice } from '#contract'
import { readSettings } from '#identity'
import { Answer, implement, newId } from '#platform'
import { lockLivePatient } from '../patients/live.ts'
import { compute, seriesNamed } from './content.ts'
import { datesAtIssue } from './dates.ts'
import { giveNumber } from './number.ts'
import { readInvoice } from './read.ts'
import { refuseUnknownItems, takeItems } from './stock.ts'
import { insertParts } from './write.ts'

export const create = implement(
  createInvoice,
  async ({ tx, actor, body: { draft = false, preview = false, ...content } }) => {
    const settings = await readSettings(tx).executeTakeFirstOrThrow()
    const patient = await lockLivePatient(tx, content.patientId, 'patientId')
    const computed = compute(content, settings, patient)
    const dates = draft ? null : datesAtIssue(computed.invoice, settings)

    // A preview does all that an invoice does but taking a number, and undoes it.
    if (preview) await sql`savepoint preview`.execute(tx)
    const id = newId()
    if (draft) await refuseUnknownItems(tx, computed.lines)
    else await takeItems(tx, actor, id, computed.lines)
    await tx
      .insertInto('invoices')
      .values({ ...computed.invoice, ...dates, id, createdBy: actor.userId })
      .execute()
    await insertParts(tx, id, computed)
    if (dates && !preview) {
      const series = seriesNamed(content.series, settings)
      const { billTo } = computed.invoice
      await giveNumber(tx, { id, version: 1, actor, series, billTo, ...dates })
    }
    const invoice = await readInvoice(tx, id)
    if (!preview) return invoice
    await sql`rollback to savepoint preview`.execute(tx)
    return new Answer(200, { ...invoice, id: null, createdAt: null })
  },
)
