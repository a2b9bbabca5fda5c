import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  createCreditNote,
  type Input,
  listPayments,
  mergePatients,
  recordPayment,
  reversePayment,
} from '#contract'
import { newId } from '#platform'
import { onDatabase, refusal } from '#testing'
import { addPatient, bill } from './testing/invoices.ts'

type Query = Input<typeof listPayments>

onDatabase('the list of payments', (app) => {
  const member = () => app().as('member')
  const list = (query: Query) => member().call(listPayments, query)
  const referencesOf = async (query: Query) => (await list(query)).data.map(({ reference }) => reference)

  async function pay(invoiceId: string, payment: Partial<Input<typeof recordPayment>> = {}): Promise<string> {
    const given = { amount: '10', method: 'cash', receivedOn: '2025-03-01', ...payment } as const
    const { payments } = await member().call(recordPayment, { invoiceId, ...given })
    return payments.at(-1)!.id
  }

  let patientId: string
  let euros: string
  let yen: string
  before(async () => {
    patientId = await addPatient(app(), 'Payer-100%')
    euros = (await bill(app(), { patientId })).id
    yen = (await bill(app(), { patientId, currency: 'JPY', payer: { name: 'Castanea Insurance' } })).id
    await pay(euros, { reference: 'A', receivedOn: '2025-03-02' })
    const bounced = await pay(euros, { reference: 'B', method: 'direct_debit', amount: '20.5' })
    await pay(yen, { reference: 'C', method: 'card', receivedOn: '2025-02-28' })
    await member().call(reversePayment, { paymentId: bounced, reason: 'Bounced' })
    await pay(euros, { reference: 'D', amount: '110' })
    await member().call(createCreditNote, { invoiceId: euros, reason: 'Mistaken' })
    await pay(euros, { reference: 'E', amount: '-120', receivedOn: '2025-03-03' })
  })

  test('it is ordered by date and contains refunds and reversals, with invoice and patient', async () => {
    const { data, nextCursor } = await list({ patientId })
    assert.deepEqual(
      data.map(({ kind, reference, amount, currency }) => [kind, reference, amount, currency]),
      [
        // Dated today.
        ['reversal', 'B', '-20.50', 'EUR'],
        ['refund', 'E', '-120.00', 'EUR'],
        ['payment', 'A', '10.00', 'EUR'],
        ['payment', 'D', '110.00', 'EUR'],
        ['payment', 'B', '20.50', 'EUR'],
        ['payment', 'C', '10', 'JPY'],
      ],
    )
    assert.equal(nextCursor, null)
    const [reversal, , , , reversed, ofInsurance] = data
    assert.deepEqual([reversal?.reverses, reversal?.reason], [reversed?.id, 'Bounced'])
    assert.equal(reversed?.reversedBy, reversal?.id)
    const patient = { id: patientId, name: 'Eleni Payer-100%' }
    assert.deepEqual([reversal?.patient, reversal?.billedTo], [patient, patient.name])
    assert.deepEqual([ofInsurance?.patient, ofInsurance?.billedTo], [patient, 'Castanea Insurance'])
    assert.deepEqual([reversal?.invoice.id, ofInsurance?.invoice.id], [euros, yen])
    assert.match(reversal?.invoice.number ?? '', /^INV-\d{5}$/)
  })

  const filters: [Query, (string | null)[]][] = [
    [{ from: '2025-03-02', to: '2025-03-03' }, ['E', 'A']],
    [{ to: '2025-02-28' }, ['C']],
    [{ kind: 'payment' }, ['A', 'D', 'B', 'C']],
    [{ kind: 'refund' }, ['E']],
    [{ kind: 'reversal' }, ['B']],
    [{ reversed: 'true' }, ['B']],
    [{ reversed: 'false' }, ['E', 'A', 'D', 'C']],
    [{ method: 'direct_debit' }, ['B', 'B']],
    [{ currency: 'JPY' }, ['C']],
    [{ currency: 'EUR', kind: 'payment', method: 'cash', from: '2025-03-02' }, ['A']],
  ]
  for (const [query, expected] of filters)
    test(`it is filtered by ${JSON.stringify(query)}`, async () => {
      assert.deepEqual(await referencesOf({ patientId, ...query }), expected)
    })

  test('it is searched by part of the reference, invoice number or billed name', async () => {
    const { id, number } = await bill(app())
    await pay(id, { reference: 'RF18 5390_0754' })
    assert.deepEqual(await referencesOf({ q: '5390_07' }), ['RF18 5390_0754'])
    assert.deepEqual(await referencesOf({ q: '5390%07' }), [])
    assert.deepEqual(await referencesOf({ q: number!.toLowerCase() }), ['RF18 5390_0754'])
    assert.deepEqual(await referencesOf({ q: 'castanea' }), ['C'])
    assert.equal((await referencesOf({ q: 'payer-100%' })).length, 5)
  })

  test('where a text is common, the list is read in its order, and amounts are not added up', async () => {
    const invoice = await bill(app(), { payer: { name: 'Ailanthus' } })
    await pay(invoice.id, { reference: 'First' })
    await app().db.pool.query(
      `insert into payments (id, invoice_id, currency, invoice_text, amount, method, received_on, reference, recorded_by)
      select ('01800000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'EUR', invoice_text, 1, 'cash', '2024-05-06', 'Row ' || n, recorded_by
      from payments, generate_series(1, 1001) n where invoice_id = $1`,
      [invoice.id],
    )
    const found = await list({ q: 'ailanthus', limit: 1 })
    const next = await list({ q: 'ailanthus', limit: 1, cursor: found.nextCursor! })
    assert.deepEqual(
      [...found.data, ...next.data].map(({ reference }) => reference),
      ['First', 'Row 1001'],
    )
    assert.equal(found.totals, null)
    assert.deepEqual((await list({ q: 'row', limit: 1, to: '2024-05-06' })).totals, null)
    assert.equal((await list({ q: 'row 1000' })).totals?.length, 1)
  })

  test('all matching payments are added up by currency, on every page', async () => {
    const totals = [
      { currency: 'EUR', amount: '0.00' },
      { currency: 'JPY', amount: '10' },
    ]
    const first = await list({ patientId, limit: 4 })
    assert.deepEqual(first.totals, totals)
    assert.deepEqual((await list({ patientId, limit: 4, cursor: first.nextCursor! })).totals, totals)
    assert.deepEqual((await list({ patientId, kind: 'refund' })).totals, [
      { currency: 'EUR', amount: '-120.00' },
    ])
    assert.deepEqual((await list({ patientId: newId() })).totals, [])
  })

  test('paging lists each payment once, even while others are recorded', async () => {
    const { id, patientId } = await bill(app())
    const recorded: string[] = []
    // Two dates, and several payments on each.
    for (let n = 0; n < 7; n++) recorded.push(await pay(id, { receivedOn: `2025-01-0${n < 3 ? 1 : 2}` }))
    const found: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({
        patientId,
        limit: 2,
        ...(cursor && { cursor }),
      })
      found.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor
      await pay(id, { amount: '1', receivedOn: '2025-01-03' })
    } while (cursor)
    assert.deepEqual(found, recorded.toReversed())
  })

  test('after a merge of two patients both ids find the payments', async () => {
    const [sourceId, targetId] = [await addPatient(app()), await addPatient(app(), 'Surviving')]
    const { id } = await bill(app(), { patientId: sourceId })
    await pay(id)
    await app().as('admin').call(mergePatients, { sourceId, targetId })
    for (const patientId of [sourceId, targetId]) {
      const { data } = await list({ patientId })
      assert.deepEqual(
        data.map(({ patient }) => patient),
        [{ id: targetId, name: 'Eleni Surviving' }],
      )
    }
  })

  for (const [query, path] of [
    [{ from: '2025-02-30' }, 'from'],
    [{ method: 'barter' }, 'method'],
    [{ currency: 'XXY' }, 'currency'],
    [{ reversed: 'maybe' }, 'reversed'],
    [{ cursor: 'first' }, 'cursor'],
    [{ patientId: '1' }, 'patientId'],
    [{ q: '' }, 'q'],
  ] as [object, string][])
    test(`${JSON.stringify(query)} is refused`, async () => {
      const { errors } = await refusal(list(query as Query), 'validation_failed')
      assert.deepEqual(
        errors?.map(({ path }) => path),
        [path],
      )
    })
})
