import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  createCreditNote,
  getCreditNotePdf,
  getCreditNoteUbl,
  getInvoicePdf,
  getInvoiceUbl,
  getSettings,
  type Invoice,
  recordPayment,
  updateSettings,
  voidInvoice,
} from '#contract'
import { createLog } from '#platform'
import { onDatabase, onPostgres } from '#testing'
import { fileIssued } from '../file-issued.ts'
import { bill, line } from '../testing/invoices.ts'
import { issuedFile } from './files.ts'

const letterhead = { country: 'DE', taxId: 'DE123456789' }
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

onDatabase('the files of issued documents', (app) => {
  const member = () => app().as('member')
  const fileNow = (step: 'run' | 'giveUp' = 'run') =>
    fileIssued[step]!({ db: app().db, log: createLog('silent'), signal: new AbortController().signal }, {})
  const stored = async (documentId: string) => {
    const { rows } = await app().db.pool.query<{ format: string }>(
      'select format from issued_files where document_id = $1 order by format',
      [documentId],
    )
    return rows.map(({ format }) => format)
  }
  const credit = (invoiceId: string) =>
    member().call(createCreditNote, { invoiceId, amount: '1.2', reason: 'Goodwill' })

  before(() => app().as('owner').call(updateSettings, { letterhead }))

  test('stay byte-identical after payments, credit notes and changes of the settings', async () => {
    const { id: invoiceId } = await bill(app(), { lines: [line('100'), line('50', '7')] })
    const [first] = (await credit(invoiceId)).creditNotes
    const creditNoteId = first!.id
    const files = () =>
      Promise.all([
        member().call(getInvoicePdf, { invoiceId }).then(bytesOf),
        member().call(getInvoiceUbl, { invoiceId }).then(bytesOf),
        member().call(getCreditNotePdf, { creditNoteId }).then(bytesOf),
        member().call(getCreditNoteUbl, { creditNoteId }).then(bytesOf),
      ])
    const issued = await files()
    await member().call(recordPayment, { invoiceId, amount: '7', method: 'cash' })
    await credit(invoiceId)
    const owner = app().as('owner')
    const { organisationName } = await owner.call(getSettings)
    await owner.call(updateSettings, { organisationName: 'Renamed', letterhead: { terms: 'New' } })
    assert.deepEqual(await files(), issued)
    await owner.call(updateSettings, { organisationName, letterhead: { terms: '' } })
  })

  test('are those stored, even if a newer version would create others', async () => {
    const { id: invoiceId } = await bill(app())
    for (const format of ['pdf', 'en16931'])
      await app()
        .db.reader.insertInto('issuedFiles')
        .values({ documentId: invoiceId, format, content: Buffer.from(`of an earlier version: ${format}`) })
        .execute()
    assert.equal(
      await (await member().call(getInvoicePdf, { invoiceId })).text(),
      'of an earlier version: pdf',
    )
    assert.equal(
      await (await member().call(getInvoiceUbl, { invoiceId })).text(),
      'of an earlier version: en16931',
    )
  })

  test('are not stored of drafts and void invoices', async () => {
    const ids = [(await bill(app(), { draft: true })).id, (await bill(app())).id]
    await app().as('admin').call(voidInvoice, { invoiceId: ids[1]!, reason: 'Mistake' })
    for (const invoiceId of ids) {
      await bytesOf(await member().call(getInvoicePdf, { invoiceId }))
      assert.deepEqual(await stored(invoiceId), [])
    }
  })

  test('are created at night for all documents issued since, once', async () => {
    await fileNow()
    const made: Invoice[] = []
    for (let n = 0; n < 23; n++) made.push(await bill(app()))
    const [first, voided, ...others] = made.map(({ id }) => id)
    const dinars = await bill(app(), { currency: 'KWD' })
    await app().as('admin').call(voidInvoice, { invoiceId: voided!, reason: 'Mistake' })
    const note = (await credit(first!)).creditNotes[0]!
    const pdf = await bytesOf(await member().call(getInvoicePdf, { invoiceId: first! }))
    await fileNow()
    for (const id of [first!, note.id, ...others]) assert.deepEqual(await stored(id), ['en16931', 'pdf'])
    assert.deepEqual(await stored(voided!), [])
    // EN 16931 cannot express dinars.
    assert.deepEqual(await stored(dinars.id), ['pdf'])
    assert.deepEqual(await bytesOf(await member().call(getInvoicePdf, { invoiceId: first! })), pdf)
    const { rows } = await app().db.pool.query(
      'select series, ordinal::int from filed_series order by series',
    )
    await fileNow()
    assert.deepEqual(
      (await app().db.pool.query('select series, ordinal::int from filed_series order by series')).rows,
      rows,
    )
  })

  test('are created after an error that was soon over, and held up only until the last retry', async () => {
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push((await bill(app())).id)
    await app().db.pool.query(`
      create function refuse_file() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
      create trigger refuse_file before insert on issued_files
        for each row when (new.document_id in ('${ids[0]}', '${ids[2]}')) execute function refuse_file()`)
    const storedAll = () => Promise.all(ids.map(stored))
    const both = ['en16931', 'pdf']
    await assert.rejects(fileNow(), /full/)
    assert.deepEqual(await storedAll(), [[], [], []])
    await assert.rejects(fileNow('giveUp'), /full/)
    assert.deepEqual(await storedAll(), [[], both, []])
    await app().db.pool.query('drop trigger refuse_file on issued_files')
    await fileNow()
    assert.deepEqual(await storedAll(), [[], both, both])
  })
})

onPostgres('first downloads that race', (app) => {
  test('all return the file that was stored, even if each created another', async () => {
    const nodes = [app(), await app().startNode()]
    const { id } = await bill(app())
    // Each has found nothing stored before any goes on to store its own.
    let waiting = 0
    const met = Promise.withResolvers<void>()
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        issuedFile(nodes[n % 2]!.db.reader, id, 'pdf', async () => {
          if (++waiting === 6) met.resolve()
          await met.promise
          return Buffer.from(`created by ${n}`)
        }),
      ),
    )
    const { rows } = await app().db.pool.query('select content from issued_files where document_id = $1', [
      id,
    ])
    assert.equal(rows.length, 1)
    for (const content of all) assert.deepEqual(content, rows[0].content)
  })
})
