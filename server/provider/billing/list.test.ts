import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createCreditNote,
  type Input,
  issueInvoice,
  listInvoices,
  mergePatients,
  recordPayment,
  updatePatient,
} from '#contract'
import { newId } from '#platform'
import { onDatabase, refusal } from '#testing'
import { addItem, addPatient, addSeries, bill, line } from './testing/invoices.ts'

onDatabase('the list of invoices', (app) => {
  const member = () => app().as('member')
  const find = (query: Input<typeof listInvoices>) => member().call(listInvoices, query)
  const idsOf = async (query: Input<typeof listInvoices>) => (await find(query)).data.map(({ id }) => id)

  test('it is filtered by status, patient and day', async () => {
    const patientId = await addPatient(app(), 'Listed')
    const make = (issueDate: string, more: object = {}) => bill(app(), { patientId, issueDate, ...more })
    const old = await make('2025-01-31')
    const draft = await make('2025-03-15', { draft: true })
    const recent = await make('2025-02-28')
    const find = (query: Input<typeof listInvoices>) => idsOf({ patientId, ...query })
    assert.deepEqual(await find({}), [recent.id, draft.id, old.id])
    assert.deepEqual(await find({ status: 'draft' }), [draft.id])
    assert.deepEqual(await find({ status: 'issued' }), [recent.id, old.id])
    assert.deepEqual(await find({ from: '2025-02-01' }), [recent.id, draft.id])
    assert.deepEqual(await find({ from: '2025-02-28', to: '2025-02-28' }), [recent.id])
    assert.deepEqual(await idsOf({ patientId: newId() }), [])
  })

  test('it is searched by part of the number or name', async () => {
    const patientId = await addPatient(app(), 'Zografou-50%')
    const own = await bill(app(), { patientId })
    const insured = await bill(app(), { patientId, payer: { name: 'Quercus Insurance' } })
    assert.deepEqual(await idsOf({ q: 'grafou-50%' }), [own.id])
    assert.deepEqual(await idsOf({ q: 'quercus' }), [insured.id])
    assert.deepEqual(await idsOf({ q: own.number!.toLowerCase() }), [own.id])
    assert.deepEqual(await idsOf({ q: '_50%' }), [])
  })

  test('a draft is found by the name it shows', async () => {
    const patientId = await addPatient(app(), 'Formerly')
    const { id } = await bill(app(), { patientId, draft: true })
    const insured = await bill(app(), { patientId, draft: true, payer: { name: 'Tilia Insurance' } })
    await member().call(updatePatient, { patientId, familyName: 'Nowadays' })
    assert.deepEqual(await idsOf({ q: 'formerly' }), [])
    assert.deepEqual(await idsOf({ q: 'eleni nowadays' }), [id])
    assert.deepEqual(await idsOf({ q: 'tilia' }), [insured.id])
    await member().call(issueInvoice, { invoiceId: id })
    await member().call(updatePatient, { patientId, familyName: 'Later' })
    assert.deepEqual(await idsOf({ q: 'nowadays' }), [id])
  })

  test('where a text is common, the list is read in its order, and amounts are not added up', async () => {
    const patientId = await addPatient(app(), 'Ailanthus')
    const first = await bill(app(), { patientId, payer: { name: 'Ailanthus 50%' } })
    await app().db.pool.query(
      `insert into invoices (id, series, patient_id, payer, bill_to, currency, tax_mode, day, net, discount, tax, gross,
        tax_breakdown, created_by)
      select ('01800000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'INV', $1, '{"name": "Ailanthus"}', '{"name": "Ailanthus"}', 'EUR', 'exclusive', '2024-05-06',
        1, 0, 0, 1, '[]', created_by from invoices, generate_series(1, 1000) n where id = $2`,
      [patientId, first.id],
    )
    const last = await bill(app(), { patientId, draft: true })
    const found = await find({ q: 'ailanthus', limit: 1 })
    const next = await find({ q: 'ailanthus', limit: 1, cursor: found.nextCursor! })
    assert.deepEqual(
      [...found.data, ...next.data].map(({ id }) => id),
      [last.id, first.id],
    )
    assert.equal(found.totals, null)
    await member().call(updatePatient, { patientId, familyName: 'Acer' })
    assert.deepEqual(await idsOf({ q: 'ailanthus', limit: 1 }), [first.id])
    const rare = await find({ q: 'ailanthus 50%' })
    assert.deepEqual([rare.data.map(({ id }) => id), rare.totals?.length], [[first.id], 1])
  })

  test('invoices past their due date with an amount due are overdue', async () => {
    const patientId = await addPatient(app(), 'Late')
    const series = await addSeries(app(), 'Past')
    const past = { patientId, series, issueDate: '2025-01-01', dueDate: '2025-01-31' }
    const late = await bill(app(), past)
    const paid = await bill(app(), past)
    await member().call(recordPayment, { invoiceId: paid.id, amount: '120', method: 'cash' })
    await bill(app(), { ...past, draft: true })
    await bill(app(), { patientId })
    assert.deepEqual(await idsOf({ patientId, overdue: 'true' }), [late.id])
  })

  test('after a merge of two patients both ids find the invoices, which keep the name they were issued with', async () => {
    const [sourceId, targetId] = [await addPatient(app(), 'Maiden'), await addPatient(app(), 'Married')]
    const issued = await bill(app(), { patientId: sourceId })
    const draft = await bill(app(), { patientId: sourceId, draft: true })
    await app().as('admin').call(mergePatients, { sourceId, targetId })
    for (const patientId of [sourceId, targetId]) {
      const { data } = await member().call(listInvoices, { patientId })
      assert.deepEqual(
        data.map(({ id, patientId, billTo }) => [id, patientId, billTo.name]),
        [
          [draft.id, targetId, 'Eleni Married'],
          [issued.id, targetId, 'Eleni Maiden'],
        ],
      )
    }
    const { errors } = await refusal(bill(app(), { patientId: sourceId }), 'patient_merged')
    assert.equal(errors?.[0]?.path, 'patientId')
    assert.equal((await member().call(issueInvoice, { invoiceId: draft.id })).billTo.name, 'Eleni Married')
  })

  test('each invoice is listed completely', async () => {
    const patientId = await addPatient(app(), 'Whole')
    const itemId = await addItem(app(), 'LIST-1', '9')
    for (let n = 0; n < 3; n++) {
      const { id: invoiceId } = await bill(app(), {
        patientId,
        lines: [line('10', '20', { itemId }), line('5', '0')],
        discounts: [{ percent: '10' }],
      })
      await member().call(recordPayment, { invoiceId, amount: '1', method: 'cash' })
      await member().call(createCreditNote, { invoiceId, reason: 'Returned', restock: true })
    }
    const { data } = await member().call(listInvoices, { patientId })
    for (const invoice of data) {
      const { lines, discounts, payments, creditNotes, movements } = invoice
      assert.deepEqual(
        [lines, discounts, payments, creditNotes, movements].map(({ length }) => length),
        [2, 2, 1, 1, 2],
      )
    }
    const documents = data.flatMap(({ movements }) => movements.map(({ documentId }) => documentId))
    assert.equal(new Set(documents).size, 6)
  })

  test('paging lists each invoice once, even while others are created', async () => {
    const patientId = await addPatient(app(), 'Paged')
    const made: string[] = []
    for (let n = 0; n < 7; n++) made.push((await bill(app(), { patientId })).id)
    const found: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(cursor)
      found.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor
      await bill(app(), { patientId })
    } while (cursor)
    assert.deepEqual(found, made.toReversed())

    function list(cursor: string | null) {
      return member().call(listInvoices, { patientId, limit: 3, ...(cursor && { cursor }) })
    }
  })
})
