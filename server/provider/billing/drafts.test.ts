import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  deleteInvoice,
  getInvoice,
  type Invoice,
  issueInvoice,
  listInvoices,
  receiveStock,
  updateInvoice,
  updatePatient,
} from '#contract'
import { newId } from '#platform'
import { meeting, onDatabase, onPostgres, refusal } from '#testing'
import { addItem, addPatient, bill, invoicesOf, line, onHand } from './testing/invoices.ts'

onDatabase('drafts', (app) => {
  const member = () => app().as('member')
  const draft = (body: Parameters<typeof bill>[1] = {}) => bill(app(), { draft: true, ...body })
  const issue = (invoiceId: string) => member().call(issueInvoice, { invoiceId })

  test('a draft has no number and takes nothing from stock until it is issued', async () => {
    const itemId = await addItem(app(), 'DRAFT-1', '5')
    const made = await draft({ lines: [line('10', '20', { itemId, quantity: '2' })] })
    assert.deepEqual(
      [made.status, made.number, made.issueDate, made.dueDate, made.issuedAt],
      ['draft', null, null, null, null],
    )
    assert.equal(await onHand(app(), itemId), '5')

    const issued = await issue(made.id)
    assert.equal(issued.status, 'issued')
    assert.ok(issued.number && issued.issueDate && issued.dueDate && issued.issuedAt)
    assert.deepEqual(issued.totals, made.totals)
    assert.equal(issued.movements.length, 1)
    assert.equal(await onHand(app(), itemId), '3')
    assert.deepEqual(await member().call(getInvoice, { invoiceId: made.id }), issued)
    await refusal(issue(made.id), 'invoice_issued')
    assert.equal(await onHand(app(), itemId), '3')
  })

  test('updating a draft replaces its content, unless someone else has changed it', async () => {
    const {
      id: invoiceId,
      version,
      patientId,
    } = await draft({
      note: 'First',
      buyerReference: 'PO-1',
      discounts: [{ percent: 10 }],
    })
    const change = { invoiceId, patientId, lines: [line('20'), line('30', '10')], version }
    const changed = await member().call(updateInvoice, change)
    assert.deepEqual([changed.totals.gross, changed.note, changed.discounts], ['57.00', null, []])
    assert.equal(changed.lines.length, 2)
    assert.equal(changed.buyerReference, null)
    await refusal(member().call(updateInvoice, { ...change, lines: [line('1')] }), 'stale_version')
    assert.deepEqual(await member().call(getInvoice, { invoiceId }), changed)
  })

  test('an updated draft is still listed by the day of its creation', async () => {
    const { id, patientId, createdAt } = await draft()
    const made = new Date(Date.parse(createdAt) - 40 * 86_400_000).toISOString()
    await app().db.pool.query('update invoices set created_at = $1 where id = $2', [made, id])
    await member().call(updateInvoice, { invoiceId: id, patientId, lines: [line('2')] })
    const day = made.slice(0, 10)
    const { data } = await member().call(listInvoices, { patientId, from: day, to: day })
    assert.deepEqual(
      data.map((found) => found.id),
      [id],
    )
  })

  test('an update of a draft is checked like a new invoice', async () => {
    const { id: invoiceId, patientId } = await draft()
    const before = await member().call(getInvoice, { invoiceId })
    const change = (body: object) =>
      member().call(updateInvoice, { invoiceId, patientId, lines: [line('1')], ...body })
    await refusal(change({ lines: [line('1', '20', { itemId: newId() })] }), 'item_not_found')
    await refusal(change({ patientId: newId() }), 'patient_not_found')
    await refusal(change({ discounts: [{ amount: '1.01' }] }), 'validation_failed')
    const itemId = await addItem(app(), 'DRAFT-2', '1')
    const elsewhere = line('1', '20', { itemId, locationId: newId() })
    const { errors } = await refusal(change({ lines: [line('1'), elsewhere] }), 'location_not_found')
    assert.equal(errors?.[0]?.path, 'lines[1].locationId')
    assert.deepEqual(await member().call(getInvoice, { invoiceId }), before)
  })

  test('a draft shows who the patient is now; once issued, the invoice keeps it', async () => {
    const patientId = await addPatient(app(), 'Before')
    const { id: invoiceId } = await draft({ patientId })
    const rename = (familyName: string) => member().call(updatePatient, { patientId, familyName })
    await rename('Meanwhile')
    assert.equal((await member().call(getInvoice, { invoiceId })).billTo.name, 'Eleni Meanwhile')
    await issue(invoiceId)
    await rename('Afterwards')
    assert.equal((await member().call(getInvoice, { invoiceId })).billTo.name, 'Eleni Meanwhile')
  })

  test('a draft with insufficient stock stays a draft and takes no number', async () => {
    const itemId = await addItem(app(), 'DRAFT-3', '1')
    const { id, patientId } = await draft({ lines: [line('1', '20', { itemId, quantity: '2' })] })
    const { errors } = await refusal(issue(id), 'insufficient_stock')
    assert.equal(errors?.[0]?.path, 'lines[0].quantity')
    assert.equal((await invoicesOf(app(), patientId))[0]?.status, 'draft')
    const [first, second] = [await bill(app()), await bill(app())]
    assert.equal(ordinal(second), ordinal(first) + 1)
  })

  test('a draft that names a lot that has expired is issued only if its line accepts that', async () => {
    const itemId = await addItem(app(), 'DRAFT-4', '1', ['fresh'])
    const lines = [{ itemId, quantity: 3, lot: 'old', expiresOn: '2020-01-31', acceptExpired: true }]
    await member().call(receiveStock, { supplier: 'Acme', deliveryNote: 'DRAFT-4', lines })
    const taking = { itemId, lot: 'old' }
    const { id } = await draft({ lines: [line('1', '20', taking)] })
    const { errors } = await refusal(issue(id), 'lot_expired')
    assert.equal(errors?.[0]?.path, 'lines[0].lot')
    const accepted = await draft({ lines: [line('1', '20', { ...taking, acceptExpired: true })] })
    assert.equal(accepted.lines[0]?.acceptExpired, true)
    assert.equal((await issue(accepted.id)).movements[0]?.lot, 'old')
  })

  test('a draft that is due before its issue date must be corrected first', async () => {
    const { id } = await draft({ dueDate: '2026-01-01' })
    const { errors } = await refusal(issue(id), 'validation_failed')
    assert.equal(errors?.[0]?.path, 'dueDate')
  })

  test('drafts can be deleted; issued invoices can be neither deleted nor updated', async () => {
    const { id: invoiceId } = await draft({ discounts: [{ percent: 10 }] })
    await member().call(deleteInvoice, { invoiceId })
    await refusal(member().call(getInvoice, { invoiceId }), 'invoice_not_found')
    await refusal(member().call(deleteInvoice, { invoiceId }), 'invoice_not_found')

    const issued = await bill(app())
    const { id, patientId } = issued
    await refusal(member().call(deleteInvoice, { invoiceId: id }), 'invoice_issued')
    const change = { invoiceId: id, patientId, lines: [line('1')] }
    await refusal(member().call(updateInvoice, change), 'invoice_issued')
    assert.deepEqual(await member().call(getInvoice, { invoiceId: id }), issued)
  })

  const ordinal = ({ number }: Invoice) => Number(number?.split('-')[1])
})

onPostgres('drafts that race', (app) => {
  test('a draft issued by eight simultaneous calls on two nodes is issued once', async () => {
    const itemId = await addItem(app(), 'RACE-ISSUE', '8')
    const { id: invoiceId } = await bill(app(), { draft: true, lines: [line('1', '20', { itemId })] })
    const nodes = [app(), await app().startNode()]
    const lock = `select from invoices where id = '${invoiceId}' for update`
    const answers = await meeting(app().databaseUrl, { lock, count: 8 }, () =>
      Promise.allSettled(
        Array.from({ length: 8 }, (_, n) => nodes[n % 2]!.as('member').call(issueInvoice, { invoiceId })),
      ),
    )
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
    assert.deepEqual(refused, Array(7).fill('invoice_issued'))
    assert.equal(await onHand(app(), itemId), '7')
  })

  test('a draft cannot be updated while it is being issued', async () => {
    const { id: invoiceId, patientId } = await bill(app(), { draft: true })
    const change = { invoiceId, patientId, lines: [line('999')] }
    const lock = `select from invoices where id = '${invoiceId}' for update`
    const issued = await meeting(app().databaseUrl, { lock, count: 2 }, async (waiting) => {
      const issuing = app().as('member').call(issueInvoice, { invoiceId })
      issuing.catch(() => {})
      await waiting(1)
      await refusal(app().as('member').call(updateInvoice, change), 'invoice_issued')
      return issuing
    })
    assert.equal(issued.totals.gross, '120.00')
    assert.deepEqual(await app().as('member').call(getInvoice, { invoiceId }), issued)
  })
})
