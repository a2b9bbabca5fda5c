import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createInvoice,
  getInvoice,
  getSettings,
  listMovements,
  type Problem,
  receiveStock,
  updateSettings,
} from '#contract'
import { newId } from '#platform'
import { onDatabase, refusal } from '#testing'
import { addItem, addPatient, addSeries, bill, invoicesOf, line, onHand } from './testing/invoices.ts'

onDatabase('creating invoices', (app) => {
  const member = () => app().as('member')
  const paths = ({ errors = [] }: Problem) => errors.map(({ path }) => path)

  test('an invoice is computed, numbered and read back as returned', async () => {
    const patientId = await addPatient(app(), 'Vassilakis')
    const lines = [{ ...line('348.35', '22'), quantity: 16, discountPercent: 4 }]
    const made = await bill(app(), { patientId, lines, note: 'Thank you.' })
    assert.equal(made.totals.gross, '6527.81')
    assert.equal(made.totals.due, '6527.81')
    assert.equal(made.status, 'issued')
    assert.match(made.number ?? '', /^INV-\d{5}$/)
    assert.deepEqual(made.taxBreakdown, [
      {
        category: 'S',
        rate: '22',
        taxable: '5350.66',
        tax: '1177.15',
        rounding: '0.00',
        exemptionReason: null,
      },
    ])
    assert.equal(made.billTo.name, 'Eleni Vassilakis')
    assert.equal(made.createdBy.name, app().people.member.name)
    assert.deepEqual(await member().call(getInvoice, { invoiceId: made.id }), made)
    assert.deepEqual(await invoicesOf(app(), patientId), [made])
  })

  test('inclusive prices stay as given, in each currency', async () => {
    const lines = [line('1.96', '13', { quantity: '2' }), line('0.04', '24', { quantity: '2' })]
    const euros = await bill(app(), { lines, taxMode: 'inclusive' })
    assert.equal(euros.totals.gross, '4.00')
    assert.deepEqual(
      euros.lines.map(({ gross }) => gross),
      ['3.92', '0.08'],
    )
    const yen = await bill(app(), { lines: [line('1100', '10')], taxMode: 'inclusive', currency: 'JPY' })
    assert.deepEqual([yen.totals.net, yen.totals.tax, yen.totals.gross], ['1000', '100', '1100'])
    const dinars = await bill(app(), { lines: [line('1.2345', '5', { quantity: '3' })], currency: 'KWD' })
    assert.deepEqual([dinars.totals.gross, dinars.lines[0]?.unitPrice], ['3.889', '1.2345'])
  })

  test('an invoice discount shows its amount and saved tax for each rate', async () => {
    const { discounts, totals } = await bill(app(), {
      lines: [line('100', '20'), line('50', '10')],
      discounts: [{ reason: 'Staff', percent: '10' }],
    })
    assert.deepEqual(
      discounts.map(({ reason, percent, amount, tax, gross, taxRate }) => [
        reason,
        percent,
        amount,
        tax,
        gross,
        taxRate,
      ]),
      [
        ['Staff', '10', '10.00', '2.00', '12.00', '20'],
        ['Staff', '10', '5.00', '0.50', '5.50', '10'],
      ],
    )
    assert.deepEqual(totals, {
      net: '135.00',
      discount: '15.00',
      tax: '22.50',
      rounding: '0.00',
      gross: '157.50',
      paid: '0.00',
      credited: '0.00',
      due: '157.50',
    })
  })

  test('tax that a line does not give comes from the settings, with the reason for an exemption', async () => {
    const plain = { description: 'Consultation', quantity: '1', unitPrice: '50' }
    const { lines, taxBreakdown } = await bill(app(), { lines: [plain, { ...plain, taxRate: '19' }] })
    assert.deepEqual(
      lines.map(({ taxCategory, taxRate }) => [taxCategory, taxRate]),
      [
        ['E', '0'],
        ['S', '19'],
      ],
    )
    assert.equal(taxBreakdown[0]?.exemptionReason, 'Exempt from tax')
    const reverse = await bill(app(), { lines: [{ ...plain, taxCategory: 'AE' }] })
    assert.equal(reverse.taxBreakdown[0]?.exemptionReason, 'Reverse charge')
  })

  test('an invoice to another payer names the patient, too', async () => {
    const taxId = 'EL123456789'
    const electronicAddress = `9933:${taxId}`
    const payer = { name: 'Hellenic Health Insurance', city: 'Athens', electronicAddress, taxId }
    const { billTo } = await bill(app(), { patientId: await addPatient(app(), 'Insured'), payer })
    assert.deepEqual(billTo, {
      name: 'Hellenic Health Insurance',
      line: null,
      city: 'Athens',
      region: null,
      postalCode: null,
      country: null,
      email: null,
      electronicAddress,
      taxId,
      patientName: 'Eleni Insured',
    })
  })

  test('an invoice states the buyer’s reference, and electronic addresses are checked', async () => {
    const { id: invoiceId, buyerReference } = await bill(app(), { buyerReference: '04011000-12345-34' })
    assert.equal(buyerReference, '04011000-12345-34')
    assert.equal((await member().call(getInvoice, { invoiceId })).buyerReference, '04011000-12345-34')
    const payer = { name: 'Fund', electronicAddress: '0088:4012345000008' }
    const body = { patientId: await addPatient(app()), lines: [line('10')], payer }
    const { errors } = await refusal(
      member().call(createInvoice, { ...body, buyerReference: ' ' }),
      'validation_failed',
    )
    assert.deepEqual(errors, [
      { path: 'payer.electronicAddress', message: 'Not a valid GLN' },
      { path: 'buyerReference', message: 'Enter a value' },
    ])
    assert.deepEqual(await invoicesOf(app(), body.patientId), [])
  })

  test('the due date follows from the settings, from its own terms, or is given', async () => {
    const [issueDate, series] = ['2026-01-31', await addSeries(app(), 'Dates')]
    const dates = async (body: object) => {
      const { dueDate, termsDays } = await bill(app(), { issueDate, series, ...body })
      return [dueDate, termsDays]
    }
    const { termsDays } = await member().call(getSettings)
    assert.equal(termsDays, 30)
    assert.deepEqual(await dates({}), ['2026-03-02', 30])
    assert.deepEqual(await dates({ termsDays: 0 }), ['2026-01-31', 0])
    assert.deepEqual(await dates({ dueDate: '2026-02-15' }), ['2026-02-15', null])
  })

  test('each series has its own counter, prefix and digits', async () => {
    const before = await member().call(getSettings)
    const invoiceSeries = [...before.invoiceSeries, { name: 'Pharmacy', prefix: 'PH/', digits: 3 }]
    await app().as('admin').call(updateSettings, { invoiceSeries })
    const numbers = []
    for (const series of ['Pharmacy', undefined, 'Pharmacy']) {
      numbers.push((await bill(app(), { ...(series && { series }) })).number)
    }
    assert.deepEqual([numbers[0], numbers[2]], ['PH/001', 'PH/002'])
    assert.match(numbers[1] ?? '', /^INV-/)
  })

  test('a number with more digits than its series says is not cut', async () => {
    const before = await member().call(getSettings)
    const invoiceSeries = [...before.invoiceSeries, { name: 'Short', prefix: 'S', digits: 1 }]
    await app().as('admin').call(updateSettings, { invoiceSeries })
    const numbers = []
    for (let n = 0; n < 10; n++) numbers.push((await bill(app(), { series: 'Short' })).number)
    assert.deepEqual(numbers.slice(-2), ['S9', 'S10'])
  })

  test('a preview computes everything, takes no number and stores nothing', async () => {
    const patientId = await addPatient(app(), 'Preview')
    const itemId = await addItem(app(), 'PRE-1', '5')
    const series = await addSeries(app(), 'Previewed')
    const body = { patientId, series, issueDate: '2026-01-31', lines: [line('10', '20', { itemId })] }
    const first = await bill(app(), body)
    const answer = await app().fetch('/api/billing/create-invoice', {
      method: 'POST',
      headers: { ...app().people.member.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, preview: true }),
    })
    assert.equal(answer.status, 200)
    const preview = await answer.json()
    assert.deepEqual([preview.id, preview.number, preview.createdAt], [null, null, null])
    assert.deepEqual([preview.totals, preview.dueDate], [first.totals, first.dueDate])
    assert.equal(preview.movements.length, 1)
    assert.equal(await onHand(app(), itemId), '4')
    assert.equal((await invoicesOf(app(), patientId)).length, 1)
    const second = await bill(app(), body)
    const ordinal = (text: string | null) => Number(text?.split('-')[1])
    assert.equal(ordinal(second.number), ordinal(first.number) + 1)
  })

  test('billed items are taken from stock, first expired first', async () => {
    const itemId = await addItem(app(), 'TAKE-1', '5', ['EARLY', 'LATE'])
    const { id, movements } = await bill(app(), { lines: [line('2', '20', { itemId, quantity: '7' })] })
    assert.deepEqual(
      movements.map(({ lot, quantity, to, reason }) => [lot, quantity, to.kind, reason]),
      [
        ['EARLY', '5', 'consumption', 'sold'],
        ['LATE', '2', 'consumption', 'sold'],
      ],
    )
    assert.equal(await onHand(app(), itemId), '3')
    const { data } = await member().call(listMovements, { documentId: id })
    assert.equal(data.length, 2)
  })

  test('insufficient stock is refused for each line, and nothing is stored', async () => {
    const patientId = await addPatient(app(), 'Unserved')
    const scarce = await addItem(app(), 'SCARCE-1', '2')
    const other = await addItem(app(), 'SCARCE-2', '1')
    const lines = [
      line('1', '20', { itemId: scarce, quantity: '2' }),
      line('1', '20'),
      line('1', '20', { itemId: other, quantity: '3' }),
      line('1', '20', { itemId: scarce, quantity: '1' }),
    ]
    for (const preview of [true, false]) {
      const problem = await refusal(bill(app(), { patientId, lines, preview }), 'insufficient_stock')
      assert.deepEqual(paths(problem), ['lines[0].quantity', 'lines[2].quantity', 'lines[3].quantity'])
    }
    assert.deepEqual(await invoicesOf(app(), patientId), [])
    assert.deepEqual([await onHand(app(), scarce), await onHand(app(), other)], ['2', '1'])
    await refusal(bill(app(), { lines: [line('1', '20', { itemId: newId() })] }), 'item_not_found')
    const elsewhere = line('1', '20', { itemId: other, locationId: newId() })
    await refusal(bill(app(), { lines: [elsewhere] }), 'location_not_found')
  })

  test('a line that names an expired lot is refused unless it accepts that', async () => {
    const itemId = await addItem(app(), 'EXPIRED', '5', ['fresh'])
    const lines = [{ itemId, quantity: 3, lot: 'Old', expiresOn: '2020-01-31', acceptExpired: true }]
    await member().call(receiveStock, { supplier: 'Acme', deliveryNote: 'EXPIRED', lines })
    const old = { itemId, lot: 'OLD' }
    const patientId = await addPatient(app())
    for (const preview of [false, true]) {
      const sent = { patientId, preview, lines: [line('1', '20', { itemId }), line('1', '20', old)] }
      const { errors } = await refusal(bill(app(), sent), 'lot_expired')
      assert.deepEqual(errors, [
        { path: 'lines[1].lot', message: 'Lot Old of EXPIRED expired on 2020-01-31' },
      ])
    }
    assert.equal(await onHand(app(), itemId), '8')
    const accepted = { ...old, acceptExpired: true }
    const sold = await bill(app(), { patientId, lines: [line('1', '20', accepted)] })
    assert.deepEqual([sold.lines[0]?.acceptExpired, sold.movements[0]?.lot], [true, 'Old'])
    const wrong = bill(app(), { lines: [line('1', '20', { acceptExpired: true })] })
    assert.deepEqual(paths(await refusal(wrong, 'validation_failed')), ['lines[0].acceptExpired'])
  })

  test('every wrong field is named', async () => {
    const patientId = await addPatient(app(), 'Wrongly')
    const wrong: [object, string[]][] = [
      [{ lines: [line('1', '0', { taxCategory: 'S' })] }, ['lines[0].taxRate']],
      [
        {
          lines: [
            line('1', '20', { taxCategory: 'E' }),
            line('1'),
            line('1', '20', { discountPercent: 1, discountAmount: 1 }),
            line('1', '20', { lot: 'A' }),
          ],
        },
        ['lines[0].taxRate', 'lines[2].discountAmount', 'lines[3].lot'],
      ],
      [{ lines: [line('10', '20', { discountAmount: '10.01' })] }, ['lines[0].discountAmount']],
      [{ lines: [line('10', '20', { discountAmount: '0.001' })] }, ['lines[0].discountAmount']],
      [{ lines: [line('999999999999', '20', { quantity: '999999999999' })] }, ['lines[0].unitPrice']],
      [{ lines: [line('999999999999', '20', { quantity: '999' })] }, ['lines']],
      [{ lines: [line('1', '20'), line('1', '0', { taxCategory: 'O' })] }, ['lines[1].taxCategory']],
      [{ discounts: [{ amount: '100.01' }] }, ['discounts[0].amount']],
      [{ discounts: [{ amount: '1', percent: '1' }] }, ['discounts[0].amount']],
      [{ discounts: [{ percent: '1', taxRate: '7' }] }, ['discounts[0].taxRate']],
      [{ dueDate: '2026-02-01', termsDays: 3 }, ['termsDays']],
      [
        {
          lines: [
            line('abc'),
            line('10', '20', { discountPercent: '5', discountAmount: '1' }),
            line('10', '5', { taxCategory: 'E' }),
            line('10', '20', { lot: 'L-1' }),
            null as never,
          ],
        },
        ['lines[0].unitPrice', 'lines[1].discountAmount', 'lines[2].taxRate', 'lines[3].lot', 'lines[4]'],
      ],
      [
        {
          dueDate: '2026-02-01',
          termsDays: 3,
          series: 'Nowhere',
          lines: [line('10', '20', { discountAmount: '11' }), line('1', '0', { taxCategory: 'O' })],
        },
        ['series', 'termsDays', 'lines[1].taxCategory', 'lines[0].discountAmount'],
      ],
      [{ issueDate: '2026-02-02', dueDate: '2026-02-01' }, ['dueDate']],
      [{ issueDate: '9999-12-31' }, ['issueDate']],
      [{ series: 'Nowhere' }, ['series']],
      [{ currency: 'EURO' }, ['currency']],
      [{ lines: [line('1e400')] }, ['lines[0].unitPrice']],
      [{ lines: [] }, ['lines']],
    ]
    for (const [body, fields] of wrong) {
      const problem = await refusal(bill(app(), { patientId, ...body }), 'validation_failed')
      assert.deepEqual(paths(problem), fields, JSON.stringify(body))
    }
    const unknown = await refusal(bill(app(), { patientId: newId() }), 'patient_not_found')
    assert.deepEqual(paths(unknown), ['patientId'])
    assert.deepEqual(await invoicesOf(app(), patientId), [])
  })

  test('a number with more digits than a double holds is refused instead of being rounded', async () => {
    const patientId = await addPatient(app(), 'Exact')
    const send = (unitPrice: string) =>
      app().fetch('/api/billing/create-invoice', {
        method: 'POST',
        headers: { ...app().people.member.headers, 'content-type': 'application/json' },
        body: `{"patientId":"${patientId}","lines":[{"description":"x","quantity":1,"unitPrice":${unitPrice}}]}`,
      })
    const { errors } = await (await send('1234567890.1234567')).json()
    assert.equal(errors[0].path, 'lines[0].unitPrice')
    const { totals } = await (await send('123456789.12')).json()
    assert.equal(totals.net, '123456789.12')
  })

  test('every member can create an invoice, also with two hundred lines', async () => {
    const patientId = await addPatient(app(), 'Long')
    const lines = Array.from({ length: 200 }, (_, n) => line(`0.${String(n + 1).padStart(3, '0')}`))
    const key = await app().withKey('member')
    const { totals, lines: made } = await key.call(createInvoice, { patientId, lines })
    assert.equal(made.length, 200)
    const cents = (amount: string) => Math.round(Number(amount) * 100)
    assert.equal(
      made.reduce((sum, { gross }) => sum + cents(gross), 0),
      cents(totals.gross),
    )
  })
})
