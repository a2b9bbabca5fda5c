import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  createCreditNote,
  getStatement,
  getStatementPdf,
  type Invoice,
  listInvoices,
  mergePatients,
  mostStatementEntries,
  recordPayment,
  reversePayment,
  type Statement,
  undoMerge,
  updateSettings,
  voidInvoice,
} from '#contract'
import { newId } from '#platform'
import { onDatabase, refusal } from '#testing'
import { addPatient, addSeries, bill, dateLater, line } from '../testing/invoices.ts'
import { dated } from './testing/dated.ts'

onDatabase('the statement of a patient', (app) => {
  const owner = () => app().as('owner')
  const get = (patientId: string, period: { from?: string; to?: string } = {}) =>
    app()
      .as('member')
      .call(getStatement, { patientId, ...period })
  const pay = async (invoiceId: string, amount: string, receivedOn: string): Promise<string> => {
    const payment = { invoiceId, amount, method: 'card', receivedOn, reference: 'RF18' } as const
    return (await owner().call(recordPayment, payment)).payments.at(-1)!.id
  }

  let patientId: string
  let invoice: Invoice
  let voided: Invoice
  before(async () => {
    const series = await addSeries(app(), 'Statement')
    patientId = await addPatient(app(), 'Stated')
    const dates = { patientId, series, issueDate: '2025-03-01' }
    invoice = await bill(app(), dates)
    voided = await bill(app(), dates)
    const yen = await bill(app(), { ...dates, currency: 'JPY', lines: [line('500', '0')] })
    await owner().call(voidInvoice, { invoiceId: voided.id, reason: 'Billed twice' })
    await pay(invoice.id, '100', '2025-03-10')
    const bounced = await pay(invoice.id, '20', '2025-02-27')
    await owner().call(reversePayment, { paymentId: bounced, reason: 'Bounced' })
    await owner().call(createCreditNote, { invoiceId: invoice.id, reason: 'Mistaken' })
    await pay(invoice.id, '-100', '2025-04-02')
    await pay(yen.id, '200', '2025-03-15')
    await dated(app(), {
      [`void ${voided.id}`]: '2025-03-05',
      [`payment ${(await reload()).payments.find(({ kind }) => kind === 'reversal')!.id}`]: '2025-03-20',
      [`credit_note ${(await reload()).creditNotes[0]!.id}`]: '2025-04-01',
    })
  })

  const reload = async (): Promise<Invoice> =>
    (await owner().call(listInvoices, { patientId, limit: 200 })).data.find(({ id }) => id === invoice.id)!

  /** The entries of an account, without what only links them. */
  const shown = ({ entries }: Statement['accounts'][number]) =>
    entries.map(({ date, kind, number, debit, credit, balance }) => [
      date,
      kind,
      number,
      debit,
      credit,
      balance,
    ])

  test('it has every document and payment by date, with the balance after each', async () => {
    const { accounts, ...rest } = await get(patientId)
    assert.deepEqual(rest, { patientId, from: null, to: null })
    const [euros, yen] = accounts
    assert.equal(accounts.length, 2)
    const [note] = (await reload()).creditNotes
    assert.deepEqual(shown(euros!), [
      ['2025-02-27', 'payment', null, null, '20.00', '-20.00'],
      ['2025-03-01', 'invoice', invoice.number, '120.00', null, '100.00'],
      ['2025-03-01', 'invoice', voided.number, '120.00', null, '220.00'],
      ['2025-03-05', 'void', voided.number, null, '120.00', '100.00'],
      ['2025-03-10', 'payment', null, null, '100.00', '0.00'],
      ['2025-03-20', 'reversal', null, '20.00', null, '20.00'],
      ['2025-04-01', 'credit_note', note?.number, null, '120.00', '-100.00'],
      ['2025-04-02', 'refund', null, '100.00', null, '0.00'],
    ])
    assert.deepEqual([euros!.currency, euros!.opening, euros!.closing], ['EUR', '0.00', '0.00'])
    assert.deepEqual([yen!.currency, yen!.opening, yen!.closing], ['JPY', '0', '300'])
    const [payment] = euros!.entries
    assert.deepEqual(
      [payment?.invoice, payment?.method, payment?.reference],
      [{ id: invoice.id, number: invoice.number }, 'card', 'RF18'],
    )
  })

  test('a period has the balance before it, its own entries and the balance after it', async () => {
    const [euros, yen] = (await get(patientId, { from: '2025-03-05', to: '2025-03-15' })).accounts
    assert.deepEqual(shown(euros!), [
      ['2025-03-05', 'void', voided.number, null, '120.00', '100.00'],
      ['2025-03-10', 'payment', null, null, '100.00', '0.00'],
    ])
    assert.deepEqual([euros!.opening, euros!.closing], ['220.00', '0.00'])
    assert.deepEqual([yen!.opening, yen!.entries.length, yen!.closing], ['500', 1, '300'])
  })

  test('a currency is left out of a period in which it has neither a balance nor entries', async () => {
    assert.deepEqual((await get(patientId, { to: '2025-02-26' })).accounts, [])
    const later = await get(patientId, { from: '2025-04-03' })
    assert.deepEqual(
      later.accounts.map(({ currency, entries, closing }) => [currency, entries, closing]),
      [['JPY', [], '300']],
    )
  })

  test('what is past its due date is overdue, whatever the period and whatever is due later', async () => {
    const patientId = await addPatient(app())
    const overdue = await bill(app(), { patientId, issueDate: '2025-03-01' })
    await bill(app(), { patientId })
    await pay(overdue.id, '50', '2025-03-02')
    for (const period of [{}, { from: '9999-12-31' }, { from: '2025-03-01', to: '2025-03-01' }]) {
      const [account] = (await get(patientId, period)).accounts
      assert.equal(account?.overdue, '70.00')
    }
    assert.equal((await get(patientId, { from: '9999-12-31' })).accounts[0]?.closing, '190.00')

    await pay(overdue.id, '70', '2025-03-03')
    const [account] = (await get(patientId)).accounts
    assert.deepEqual([account?.closing, account?.overdue], ['120.00', '0.00'])
  })

  test('drafts are not in it, and a patient without invoices has no accounts', async () => {
    const { patientId } = await bill(app(), { draft: true })
    assert.deepEqual((await get(patientId)).accounts, [])
  })

  test('an invoice that is voided at once is followed by its void', async () => {
    const { id: invoiceId, patientId } = await bill(app())
    await owner().call(voidInvoice, { invoiceId, reason: 'Billed twice' })
    const [account] = (await get(patientId)).accounts
    assert.deepEqual(
      account?.entries.map(({ kind, balance }) => [kind, balance]),
      [
        ['invoice', '120.00'],
        ['void', '0.00'],
      ],
    )
  })

  test('an invoice of a later date is voided on that date, whatever the time zone is then', async () => {
    const issueDate = nextMonth()
    const {
      id: invoiceId,
      patientId,
      series,
    } = await bill(app(), { series: await addSeries(app(), 'Later') })
    await dateLater(app(), { id: invoiceId, series }, issueDate)
    await owner().call(voidInvoice, { invoiceId, reason: 'Billed twice' })
    const before = await get(patientId)
    assert.deepEqual(
      before.accounts[0]?.entries.map(({ date }) => date),
      [issueDate, issueDate],
    )
    await owner().call(updateSettings, { timeZone: 'Pacific/Kiritimati' })
    assert.deepEqual(await get(patientId), before)
    await owner().call(updateSettings, { timeZone: 'UTC' })
  })

  test('after a merge both ids have the statement of both, and after the undo each has its own', async () => {
    const [sourceId, targetId] = [await addPatient(app(), 'Maiden'), await addPatient(app(), 'Married')]
    const [one, other] = [
      await bill(app(), { patientId: sourceId }),
      await bill(app(), { patientId: targetId }),
    ]
    await pay(one.id, '50', '2025-03-01')
    const [ofSource, ofTarget] = [await get(sourceId), await get(targetId)]
    const { id } = await owner().call(mergePatients, { sourceId, targetId })
    const merged = await get(targetId)
    assert.equal(merged.patientId, targetId)
    assert.deepEqual(await get(sourceId), merged)
    assert.deepEqual(
      merged.accounts.map(({ entries, closing }) => [entries.length, closing]),
      [[3, '190.00']],
    )
    await owner().call(undoMerge, { mergeId: id! })
    assert.deepEqual([await get(sourceId), await get(targetId)], [ofSource, ofTarget])
    assert.deepEqual(ofTarget.accounts[0]?.entries[0]?.invoice.id, other.id)
  })

  test('the PDF has the same period, and a name that says which', async () => {
    const pdf = (period: object) =>
      app()
        .as('member')
        .call(getStatementPdf, { patientId, ...period })
    const answer = await pdf({ from: '2025-03-01', to: '2025-03-31' })
    assert.equal(answer.headers.get('content-type'), 'application/pdf')
    const disposition = answer.headers.get('content-disposition') ?? ''
    assert.match(disposition, /statement-2025-03-01-2025-03-31\.pdf/)
    assert.equal(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
      '%PDF-',
    )
    const { errors } = await refusal(pdf({ from: '2025-03-02', to: '2025-03-01' }), 'validation_failed')
    assert.equal(errors?.[0]?.path, 'to')
    await refusal(pdf({ patientId: newId() }), 'patient_not_found')
  })

  test('invalid periods and unknown patients are refused', async () => {
    for (const [period, path] of [
      [{ from: '2025-02-30' }, 'from'],
      [{ to: 'today' }, 'to'],
      [{ from: '2025-03-02', to: '2025-03-01' }, 'to'],
    ] as const) {
      const { errors } = await refusal(get(patientId, period), 'validation_failed')
      assert.deepEqual(
        errors?.map(({ path }) => path),
        [path],
      )
    }
    await refusal(get(newId()), 'patient_not_found')
  })

  test('a statement with too many entries is refused, and one of a shorter period is not', async () => {
    const { id, patientId } = await bill(app(), { lines: [line('100000')] })
    await app().db.pool.query(
      `insert into payments (id, invoice_id, currency, invoice_text, amount, method, received_on, recorded_by)
       select gen_random_uuid(), $1, 'EUR', '', 0.01, 'cash', date '2024-01-01' + n, $2 from generate_series(1, $3::int) n`,
      [id, app().people.owner.id, mostStatementEntries],
    )
    const { errors } = await refusal(get(patientId), 'validation_failed')
    assert.deepEqual(errors?.[0], {
      path: 'from',
      message: 'More than 1000 entries. Choose a shorter period',
    })
    const { accounts } = await get(patientId, { from: '2024-01-03' })
    assert.equal(accounts[0]?.entries.length, mostStatementEntries)
    assert.equal(accounts[0]?.opening, '-0.01')
  })
})

const nextMonth = (): string => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
