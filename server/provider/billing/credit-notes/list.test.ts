import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCreditNote, type Input, listCreditNotes } from '#contract'
import { onDatabase } from '#testing'
import { bill } from '../testing/invoices.ts'

onDatabase('the list of credit notes', (app) => {
  const member = () => app().as('member')
  const list = (query: Input<typeof listCreditNotes>) => member().call(listCreditNotes, query)
  const numbersOf = async (query: Input<typeof listCreditNotes>) =>
    (await list(query)).data.map(({ number }) => number)

  async function credited(name: string) {
    const { id: invoiceId, number } = await bill(app(), { payer: { name } })
    const { creditNotes } = await member().call(createCreditNote, { invoiceId, reason: 'Returned' })
    return { invoiceId, of: number!, ...creditNotes[0]! }
  }

  test('it is searched by parts of the number, or of the invoice’s number and billed name', async () => {
    const note = await credited('Sorbus 100%')
    assert.deepEqual(await numbersOf({ q: note.number.toLowerCase() }), [note.number])
    assert.deepEqual(await numbersOf({ q: `orbus ${note.of}` }), [note.number])
    assert.deepEqual(await numbersOf({ q: '100% sorb' }), [note.number])
    assert.deepEqual(await numbersOf({ q: '10%% sorb' }), [])
  })

  test('where a text is common, it is read in its order', async () => {
    const { invoiceId, number, id } = await credited('Carpinus')
    await app().db.pool.query(
      `with old as (
        insert into credit_notes (id, invoice_id, series, ordinal, number, reason, seller, issue_date, net, tax, gross, tax_breakdown,
          issued_at, issued_by)
        select ('01800000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'Old', n, 'Old-' || n, 'Returned', seller,
          '2024-05-06', 1, 0, 1, '[]', '2024-05-06', issued_by from credit_notes, generate_series(1, 1001) n where id = $2
        returning id
      ) insert into credit_note_lines (credit_note_id, line_id, position, net, tax, gross)
      select old.id, line_id, position, 1, 0, 1 from old, credit_note_lines where credit_note_id = $2`,
      [invoiceId, id],
    )
    const found = await list({ q: 'carpinus', limit: 1 })
    assert.deepEqual(
      found.data.map(({ number }) => number),
      [number],
    )
    assert.deepEqual(await numbersOf({ q: 'carpinus', limit: 1, cursor: found.nextCursor! }), ['Old-1001'])
    assert.deepEqual(await numbersOf({ q: 'old', limit: 1 }), ['Old-1001'])
    assert.deepEqual(await numbersOf({ q: 'old-77', to: '2024-05-06', limit: 1 }), ['Old-779'])
  })
})
