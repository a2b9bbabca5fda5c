import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createCreditNote, type Invoice, recordPayment, voidInvoice } from '#contract'
import { onDatabase } from '#testing'
import { contents } from '../../testing/walk.ts'
import { addPatient, bill, line } from './testing/invoices.ts'

onDatabase('an issued invoice, protected by the database', (app) => {
  let issued: Invoice
  let draft: Invoice
  let dead: Invoice
  const run = (statement: string) => app().db.pool.query(statement)

  before(async () => {
    const body = { lines: [line('10'), line('20')], discounts: [{ percent: '10' }] }
    issued = await bill(app(), body)
    draft = await bill(app(), { ...body, draft: true })
    dead = await bill(app(), body)
    const invoiceId = issued.id
    await app().as('member').call(recordPayment, { invoiceId, amount: '1', method: 'cash' })
    const lines = [{ lineId: issued.lines[0]!.id }]
    await app().as('member').call(createCreditNote, { invoiceId, reason: 'Returned', lines })
    await app().as('admin').call(voidInvoice, { invoiceId: dead.id, reason: 'Mistake' })
  })

  const refused: [string, () => string][] = [
    [
      'its amounts do not change',
      () => `update invoices set net = 1, tax = 0, gross = 1 where id = '${issued.id}'`,
    ],
    [
      'its customer stays',
      () => `update invoices set bill_to = '{"name":"Other"}' where id = '${issued.id}'`,
    ],
    ['its seller stays', () => `update invoices set seller = null where id = '${issued.id}'`],
    ['a draft has no seller yet', () => `update invoices set seller = '{}' where id = '${draft.id}'`],
    [
      'its buyer’s reference stays',
      () => `update invoices set buyer_reference = 'Other' where id = '${issued.id}'`,
    ],
    ['its note stays', () => `update invoices set note = 'Other' where id = '${issued.id}'`],
    ['its dates stay', () => `update invoices set due_date = due_date + 1 where id = '${issued.id}'`],
    ['its number stays', () => `update invoices set number = 'X' where id = '${issued.id}'`],
    [
      'its breakdown of tax stays',
      () => `update invoices set tax_breakdown = '[]' where id = '${issued.id}'`,
    ],
    [
      'it is no draft again',
      () => `update invoices set status = 'draft', number = null, ordinal = null, issued_at = null, issued_by = null,
        paid = 0, credited = 0 where id = '${issued.id}'`,
    ],
    [
      'it is not paid with something due',
      () => `update invoices set status = 'paid' where id = '${issued.id}'`,
    ],
    ['no more is paid than it comes to', () => `update invoices set paid = 1000 where id = '${issued.id}'`],
    ['it is not deleted', () => `delete from invoices where id = '${issued.id}'`],
    ['none are emptied out', () => 'truncate invoices cascade'],
    [
      'void is for good',
      () => `update invoices set status = 'issued', void_reason = null, voided_at = null, voided_by = null
        where id = '${dead.id}'`,
    ],
    ['the reason of a void stays', () => `update invoices set void_reason = 'Other' where id = '${dead.id}'`],
    ['no line is added', () => `insert into invoice_lines ${copy('invoice_lines', draft, issued)}`],
    ['no line is changed', () => `update invoice_lines set description = 'Other'`],
    ['no line goes', () => `delete from invoice_lines where id = '${issued.lines[1]?.id}'`],
    ['lines are not emptied out', () => 'truncate invoice_lines cascade'],
    [
      'no discount is added',
      () => `insert into invoice_discounts ${copy('invoice_discounts', draft, issued)}`,
    ],
    ['no discount is changed', () => `update invoice_discounts set reason = 'Other'`],
    ['no discount goes', () => `delete from invoice_discounts where invoice_id = '${issued.id}'`],
    ['no payment is changed', () => 'update payments set amount = 2'],
    ['no payment goes', () => 'delete from payments'],
    ['no credit note is changed', () => `update credit_notes set reason = 'Other'`],
    ['no credit note goes', () => 'delete from credit_notes'],
    ['no line of a credit note is changed', () => 'update credit_note_lines set quantity = 2'],
    ['no line of a credit note goes', () => 'delete from credit_note_lines'],
    ['no stored file is changed', () => `update issued_files set content = ''`],
    ['no stored file goes', () => 'delete from issued_files'],
    ['no number is given twice', () => 'update invoice_series_counters set last = 1'],
    ['no number is left out', () => 'update invoice_series_counters set last = last + 2'],
    ['no series begins anew', () => 'delete from invoice_series_counters'],
  ]
  for (const [what, statement] of refused) {
    test(what, async () => {
      const unchanged = await contents(app().db)
      await assert.rejects(run(statement()), /frozen|is only added to|counts up|violates check constraint/)
      assert.deepEqual(await contents(app().db), unchanged)
    })
  }

  test('a merge of patients can move it to the survivor, even if it is void', async () => {
    const survivor = await addPatient(app())
    for (const { id } of [issued, dead]) {
      const { rowCount } = await run(`update invoices set patient_id = '${survivor}' where id = '${id}'`)
      assert.equal(rowCount, 1)
    }
  })

  /** Selects the rows of one invoice as rows of another, with new keys. */
  function copy(table: string, from: Invoice, to: Invoice): string {
    const changes = `'invoice_id', '${to.id}', 'id', gen_random_uuid(), 'position', p.position + 10`
    return `select (jsonb_populate_record(p, jsonb_build_object(${changes}))).* from ${table} p
      where p.invoice_id = '${from.id}'`
  }
})
