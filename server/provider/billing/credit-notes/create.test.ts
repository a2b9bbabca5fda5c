import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createCreditNote,
  getInvoice,
  getSettings,
  type Input,
  listMovements,
  updateSettings,
  voidInvoice,
} from '#contract'
import { newId } from '#platform'
import { meeting, onDatabase, onPostgres, refusal } from '#testing'
import { addItem, bill, line, onHand } from '../testing/invoices.ts'

onDatabase('credit notes', (app) => {
  const member = () => app().as('member')
  const credit = (invoiceId: string, body: Partial<Input<typeof createCreditNote>> = {}) =>
    member().call(createCreditNote, { invoiceId, reason: 'Returned', ...body })

  test('four credit notes, one per line, add up to exactly the invoice', async () => {
    const prices = ['68.33', '68.33', '57.50', '85.00']
    const { id, totals, lines, taxBreakdown } = await bill(app(), {
      lines: prices.map((price) => line(price)),
    })
    assert.equal(totals.gross, '334.99')
    for (const { id: lineId } of lines) await credit(id, { lines: [{ lineId }] })
    const { creditNotes, totals: after } = await member().call(getInvoice, { invoiceId: id })
    assert.deepEqual(
      creditNotes.map((note) => note.totals.gross),
      ['82.00', '82.00', '69.00', '101.99'],
    )
    assert.deepEqual([after.credited, after.due], ['334.99', '0.00'])
    assert.deepEqual(
      creditNotes.map((note) => [note.totals.tax, note.taxBreakdown[0]?.tax, note.totals.rounding]),
      ['13.67', '13.67', '11.50', '16.99'].map((tax) => [tax, tax, '0.00']),
    )
    assert.deepEqual([totals.tax, taxBreakdown[0]?.tax], ['55.83', '55.83'])
    await refusal(credit(id), 'credit_exceeds_invoice')
  })

  test('nothing remains of any rate after amounts, parts of quantities and a credit of the rest', async () => {
    const { id, totals, lines, taxBreakdown } = await bill(app(), {
      taxMode: 'inclusive',
      currency: 'KWD',
      lines: [line('3.333', '19', { quantity: '7' }), line('0.009', '19'), line('19.995', '7')],
      discounts: [{ percent: '12.5' }],
    })
    const lineId = lines[0]!.id
    await credit(id, { amount: '5.001' })
    for (const quantity of ['1', '2.5']) await credit(id, { lines: [{ lineId, quantity }] })
    await credit(id, { amount: '1', lines: [{ lineId: lines[2]!.id }] })
    const { creditNotes, totals: after } = await credit(id)
    const units = (amounts: string[]) =>
      amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 1000), 0)
    for (const part of ['net', 'tax', 'rounding', 'gross'] as const)
      assert.equal(units(creditNotes.map((note) => note.totals[part])), units([totals[part]]), part)
    for (const { rate, taxable, tax } of taxBreakdown) {
      const ofRate = creditNotes.flatMap((note) => note.taxBreakdown.filter((group) => group.rate === rate))
      assert.equal(units(ofRate.map((group) => group.taxable)), units([taxable]), rate)
      assert.equal(units(ofRate.map((group) => group.tax)), units([tax]), rate)
    }
    assert.equal(after.due, '0.000')
  })

  test('credit notes are listed in the order of issue, even if the series changes', async () => {
    const { id, lines } = await bill(app(), { lines: [line('10'), line('20')] })
    const admin = app().as('admin')
    const { creditNoteSeries } = await admin.call(getSettings)
    await credit(id, { lines: [{ lineId: lines[0]!.id }] })
    await credit((await bill(app())).id)
    await credit(id, { lines: [{ lineId: lines[1]!.id, quantity: '0.5' }] })
    await admin.call(updateSettings, { creditNoteSeries: { name: 'NEW', prefix: 'NEW-', digits: 3 } })
    const { creditNotes } = await credit(id)
    await admin.call(updateSettings, { creditNoteSeries })
    assert.deepEqual(
      creditNotes.map(({ totals }) => totals.gross),
      ['12.00', '12.00', '12.00'],
    )
    assert.equal(creditNotes.at(-1)?.number, 'NEW-001')
  })

  test('a credit note has a number of its own series and a reason, and is part of the invoice', async () => {
    const { id, lines } = await bill(app(), { lines: [line('10', '20', { quantity: '3' }), line('5', '10')] })
    const lineId = lines[0]!.id
    const answer = await credit(id, { lines: [{ lineId, quantity: '2' }], reason: 'Two came back' })
    const [note] = answer.creditNotes
    assert.match(note?.number ?? '', /^CN-\d{5}$/)
    assert.deepEqual(note?.lines, [
      {
        lineId,
        description: 'Treatment',
        code: null,
        quantity: '2',
        taxCategory: 'S',
        taxRate: '20',
        net: '20.00',
        tax: '4.00',
        gross: '24.00',
      },
    ])
    assert.deepEqual(note?.taxBreakdown, [
      { category: 'S', rate: '20', taxable: '20.00', tax: '4.00', rounding: '0.00', exemptionReason: null },
    ])
    assert.equal(note?.reason, 'Two came back')
    assert.deepEqual([answer.totals.due, answer.status], ['17.50', 'issued'])
    assert.deepEqual(await member().call(getInvoice, { invoiceId: id }), answer)
    const rest = await credit(id)
    assert.deepEqual(
      rest.creditNotes[1]?.lines.map(({ quantity }) => quantity),
      ['1', '1'],
    )
    assert.deepEqual([rest.totals.credited, rest.totals.due, rest.status], ['41.50', '0.00', 'paid'])
  })

  test('a line is credited with its share of the invoice discounts, also with inclusive prices', async () => {
    for (const taxMode of ['exclusive', 'inclusive'] as const) {
      const { id, lines, totals } = await bill(app(), {
        taxMode,
        lines: [
          line('33.33', '19', { quantity: '3' }),
          line('0.01', '19'),
          line('7.77', '7', { discountPercent: 5 }),
        ],
        discounts: [{ percent: '12.5' }, { amount: '1', taxRate: '7' }],
      })
      for (const { id: lineId } of lines.slice(1)) await credit(id, { lines: [{ lineId }] })
      for (const quantity of ['1', '1', '1'])
        await credit(id, { lines: [{ lineId: lines[0]!.id, quantity }] })
      const after = await member().call(getInvoice, { invoiceId: id })
      assert.equal(after.totals.credited, totals.gross)
      assert.equal(after.creditNotes.length, 5)
    }
  })

  test('credit cannot exceed the billed quantities, or name other lines', async () => {
    const { id, lines } = await bill(app(), { lines: [line('10', '20', { quantity: '3' }), line('5')] })
    const [first, second] = lines.map((line) => line.id)
    const fieldsOf = async (
      body: Partial<Input<typeof createCreditNote>>,
      code: Parameters<typeof refusal>[1],
    ) => (await refusal(credit(id, body), code)).errors?.map(({ path }) => path)
    await credit(id, { lines: [{ lineId: first!, quantity: '2' }] })
    assert.deepEqual(
      await fieldsOf(
        { lines: [{ lineId: second! }, { lineId: first!, quantity: '1.000001' }] },
        'credit_exceeds_invoice',
      ),
      ['lines[1].quantity'],
    )
    const unknown = { lines: [{ lineId: newId() }, { lineId: second! }, { lineId: second! }] }
    assert.deepEqual(await fieldsOf(unknown, 'validation_failed'), ['lines[0].lineId', 'lines[2].lineId'])
    await credit(id, { lines: [{ lineId: second! }] })
    assert.deepEqual(await fieldsOf({ lines: [{ lineId: second! }] }, 'credit_exceeds_invoice'), [
      'lines[0].lineId',
    ])
    assert.equal((await member().call(getInvoice, { invoiceId: id })).creditNotes.length, 2)
  })

  test('only issued invoices that are not void can be credited', async () => {
    const { id } = await bill(app(), { draft: true })
    await refusal(credit(id), 'invoice_not_issued')
    await refusal(credit(newId()), 'invoice_not_found')
    const issued = await bill(app())
    await app().as('admin').call(voidInvoice, { invoiceId: issued.id, reason: 'Mistake' })
    await refusal(credit(issued.id), 'invoice_void')
  })

  test('credited items can be returned to the lots they came from', async () => {
    const itemId = await addItem(app(), 'CREDIT-1', '5', ['A', 'B'])
    const { id, lines } = await bill(app(), {
      lines: [line('2', '20', { itemId, quantity: '7' }), line('1')],
    })
    const lineId = lines[0]!.id
    await credit(id, { lines: [{ lineId, quantity: '1' }] })
    assert.equal(await onHand(app(), itemId), '3')
    const { movements, creditNotes } = await credit(id, { lines: [{ lineId, quantity: '3' }], restock: true })
    assert.equal(await onHand(app(), itemId), '6')
    const { data } = await member().call(listMovements, { documentId: creditNotes[1]!.id })
    assert.deepEqual(movements.slice(2), data.toReversed())
    await credit(id, { restock: true })
    assert.equal(await onHand(app(), itemId), '9')
  })

  test('the series of credit notes can be changed at any time; assigned numbers stay', async () => {
    const { id } = await bill(app(), { lines: [line('10', '20', { quantity: '2' })] })
    const lineId = (await member().call(getInvoice, { invoiceId: id })).lines[0]!.id
    const first = await credit(id, { lines: [{ lineId, quantity: '1' }] })
    const creditNoteSeries = { name: 'CN', prefix: 'CREDIT/', digits: 2 }
    await app().as('admin').call(updateSettings, { creditNoteSeries })
    const { creditNotes } = await credit(id)
    assert.equal(creditNotes[0]?.number, first.creditNotes[0]?.number)
    assert.match(creditNotes[1]?.number ?? '', /^CREDIT\/\d{2,}$/)
  })
})

onPostgres('credit notes that race', (app) => {
  test('ten simultaneous credit notes on two nodes do not credit more than was billed', async () => {
    const {
      id: invoiceId,
      lines,
      totals,
    } = await bill(app(), {
      lines: [line('3.33', '19', { quantity: '15' })],
    })
    const credit = {
      invoiceId,
      reason: 'Race',
      lines: [{ lineId: lines[0]!.id, quantity: '2' }],
    }
    const nodes = [app(), await app().startNode()]
    const lock = `select from invoices where id = '${invoiceId}' for update`
    const answers = await meeting(app().databaseUrl, { lock, count: 10 }, () =>
      Promise.allSettled(
        Array.from({ length: 10 }, (_, n) => nodes[n % 2]!.as('member').call(createCreditNote, credit)),
      ),
    )
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
    assert.deepEqual(refused, Array(3).fill('credit_exceeds_invoice'))
    const { totals: after } = await app()
      .as('member')
      .call(createCreditNote, { ...credit, lines: undefined })
    assert.deepEqual([after.credited, after.due], [totals.gross, '0.00'])
  })
})
