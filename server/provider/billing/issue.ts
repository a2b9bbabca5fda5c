import { issueInvoice } from '#contract'
import { implement } from '#platform'
import { readSettingsToday } from '#settings'
import { seriesNamed } from './content.ts'
import { datesAtIssue } from './dates.ts'
import { assignNumber } from './number.ts'
import { lockDraft, readInvoice } from './read.ts'
import { takeItems } from './stock.ts'

export const issue = implement(issueInvoice, async ({ tx, actor, params: { invoiceId: id } }) => {
  // A merge needs this lock to move the invoice, so its patient needs none.
  const { version } = await lockDraft(tx, id)
  const { settings, today } = await readSettingsToday(tx)
  const draft = await readInvoice(tx, id)
  const series = seriesNamed(draft.series, settings)
  const dates = datesAtIssue(draft, settings, today)
  const movements = await takeItems(tx, actor, id, draft.lines)
  const { billTo } = draft
  const next = { id, version: version + 1, actor, billTo, series, settings, given: draft }
  const issued = await assignNumber(tx, next, dates)
  return { ...draft, ...issued, movements }
})
