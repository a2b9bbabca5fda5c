import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  adjustStock,
  createCreditNote,
  createInvoice,
  createItem,
  createLocation,
  createPatient,
  exportRecall,
  listLots,
  mergePatients,
  recallLot,
  receiveStock,
  reverseMovements,
  undoMerge,
  voidInvoice,
} from '#contract'
import { newId } from '#platform'
import { onDatabase, refusal } from '#testing'

onDatabase('the recall of a lot', (app) => {
  const member = () => app().as('member')
  const patient = async (familyName: string, more: object = {}) =>
    (await member().call(createPatient, { familyName, ...more })).id

  async function stocked(sku: string, quantity = 100) {
    const { id: itemId } = await member().call(createItem, { sku, name: sku, unit: 'box', lotTracking: true })
    const { receiptId } = await member().call(receiveStock, {
      supplier: 'Acme',
      deliveryNote: sku,
      lines: ['R-1', 'other'].map((lot) => ({ itemId, lot, quantity })),
    })
    const lotId = (await member().call(listLots, { itemId, lot: 'r-1' })).data[0]!.id
    const sell = (patientId: string, ...quantities: number[]) =>
      member().call(createInvoice, {
        patientId,
        lines: quantities.map((quantity) => ({
          description: sku,
          quantity,
          unitPrice: 1,
          itemId,
          lot: 'R-1',
        })),
      })
    const adjust = (reason: 'damaged' | 'consumed' | 'found', quantity: number, lot = 'R-1') =>
      member().call(adjustStock, { mode: 'delta', reason, lines: [{ itemId, lot, quantity }] })
    return { itemId, lotId, receiptId, sell, adjust }
  }
  const received = async (lotId: string) =>
    (await member().call(recallLot, { lotId })).data.map(({ patient, quantity, invoices }) => [
      patient.familyName,
      quantity,
      invoices.map((invoice) => [invoice.number, invoice.quantity]),
    ])

  test('names who has items of it, what remains and where, and what was consumed or lost', async () => {
    const { itemId, lotId, sell, adjust } = await stocked('RC-1')
    const ward = await member().call(createLocation, { name: 'RC ward' })
    const line = { itemId, lot: 'R-1', quantity: 7, locationId: ward.id }
    await member().call(receiveStock, { supplier: 'Acme', deliveryNote: 'RC-1b', lines: [line] })
    const address = { line: '1 Main St', city: 'Athens', region: null, postalCode: '10431', country: 'GR' }
    const [first, second] = [
      await patient('Papadaki', {
        phone: '+30 210',
        email: 'p@aerie.test',
        birthDate: '1980-01-31',
        address,
      }),
      await patient('Vassilakis'),
    ]
    const invoices = [await sell(first, 2, 3), await sell(second, 1), await sell(first, 4)]
    await adjust('consumed', -10)
    await adjust('damaged', -2)
    await adjust('found', 1)
    await adjust('damaged', -9, 'other')

    const recalled = await member().call(recallLot, { lotId })
    assert.deepEqual([recalled.lot.lot, recalled.lot.sku, recalled.lot.onHand], ['R-1', 'RC-1', '86'])
    assert.deepEqual([recalled.received, recalled.sold], ['107', '10'])
    assert.deepEqual(recalled.adjusted, [
      { reason: 'consumed', quantity: '-10' },
      { reason: 'damaged', quantity: '-2' },
      { reason: 'found', quantity: '1' },
    ])
    assert.deepEqual(
      recalled.remaining.map(({ locationName, onHand }) => [locationName, onHand]),
      [
        ['Main', '79'],
        ['RC ward', '7'],
      ],
    )
    assert.deepEqual(recalled.data[0], {
      patient: {
        id: first,
        givenName: null,
        familyName: 'Papadaki',
        birthDate: '1980-01-31',
        phone: '+30 210',
        email: 'p@aerie.test',
        address,
      },
      quantity: '9',
      invoices: [invoices[0], invoices[2]].map((invoice, at) => ({
        id: invoice!.id,
        number: invoice!.number,
        issueDate: invoice!.issueDate,
        quantity: ['5', '4'][at],
      })),
    })
    assert.deepEqual(await received(lotId), [
      [
        'Papadaki',
        '9',
        [
          [invoices[0]!.number, '5'],
          [invoices[2]!.number, '4'],
        ],
      ],
      ['Vassilakis', '1', [[invoices[1]!.number, '1']]],
    ])
    await refusal(member().call(recallLot, { lotId: newId() }), 'lot_not_found')
  })

  test('leaves out what was put back or reversed, and keeps what was credited without coming back', async () => {
    const { itemId, lotId, receiptId, sell, adjust } = await stocked('RC-2')
    const [kept, returned, voided, credited] = [
      await patient('Kept'),
      await patient('Returned'),
      await patient('Voided'),
      await patient('Credited'),
    ]
    const part = await sell(kept, 5)
    const lines = [{ lineId: part.lines[0]!.id, quantity: 2 }]
    await member().call(createCreditNote, { invoiceId: part.id!, lines, reason: 'Part', restock: true })
    const whole = await sell(returned, 3)
    await member().call(createCreditNote, { invoiceId: whole.id!, reason: 'All', restock: true })
    const mistaken = await sell(voided, 4)
    await app().as('owner').call(voidInvoice, { invoiceId: mistaken.id!, reason: 'Mistake', restock: true })
    const gift = await sell(credited, 1)
    await member().call(createCreditNote, { invoiceId: gift.id!, reason: 'Goodwill' })
    const { adjustmentId } = await adjust('damaged', -8)
    await member().call(reverseMovements, { documentId: adjustmentId })
    const again = { supplier: 'Acme', deliveryNote: 'RC-2b', lines: [{ itemId, lot: 'R-1', quantity: 50 }] }
    const second = await member().call(receiveStock, again)
    await member().call(reverseMovements, { documentId: second.receiptId })

    assert.deepEqual(await received(lotId), [
      ['Kept', '3', [[part.number, '3']]],
      ['Credited', '1', [[gift.number, '1']]],
    ])
    const recalled = await member().call(recallLot, { lotId })
    assert.deepEqual([recalled.received, recalled.sold, recalled.adjusted], ['100', '4', []])
    assert.equal(recalled.lot.onHand, '96')
    await refusal(member().call(reverseMovements, { documentId: receiptId }), 'insufficient_stock')
  })

  test('follows merged patients to the survivor, and back', async () => {
    const { lotId, sell } = await stocked('RC-3')
    const [survivor, merged] = [await patient('Survivor'), await patient('Merged')]
    const [a, b] = [await sell(survivor, 1), await sell(merged, 2)]
    const owner = app().as('owner')
    const { id: mergeId } = await owner.call(mergePatients, { sourceId: merged, targetId: survivor })
    assert.deepEqual(await received(lotId), [
      [
        'Survivor',
        '3',
        [
          [a.number, '1'],
          [b.number, '2'],
        ],
      ],
    ])
    await owner.call(undoMerge, { mergeId: mergeId! })
    assert.deepEqual(await received(lotId), [
      ['Survivor', '1', [[a.number, '1']]],
      ['Merged', '2', [[b.number, '2']]],
    ])
  })

  test('is paged by patient, and exported as CSV with one line per invoice', async () => {
    const { lotId, sell } = await stocked('RC-4')
    const ids = []
    for (const name of ['=One', 'Two', 'Three']) ids.push(await patient(name, { phone: '123' }))
    for (const id of ids) await sell(id, 1)
    const again = await sell(ids[0]!, 2)
    const first = await member().call(recallLot, { lotId, limit: 2 })
    const rest = await member().call(recallLot, { lotId, limit: 2, cursor: first.nextCursor! })
    assert.deepEqual(
      [...first.data, ...rest.data].map(({ patient }) => patient.id),
      ids,
    )
    assert.equal(rest.nextCursor, null)
    const response = await member().call(exportRecall, { lotId })
    assert.match(response.headers.get('content-disposition') ?? '', /recall-RC-4-R-1\.csv/)
    const [head, ...lines] = (await response.text()).trimEnd().split('\r\n')
    assert.match(head ?? '', /^patientId,familyName,givenName/)
    assert.equal(lines.length, 4)
    assert.equal(lines[1], `${ids[0]},'=One,,,123,,,,,,,${again.number},${again.issueDate},2`)
    await refusal(member().call(exportRecall, { lotId: newId() }), 'lot_not_found')
  })
})
