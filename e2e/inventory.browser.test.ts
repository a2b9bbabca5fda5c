// The inventory pages, on one node and in one order: each test builds on the records of those before.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Client } from '#client'
import {
  adjustStock,
  createInvoice,
  createItem,
  createLocation,
  createPatient,
  type Item,
  listItems,
  listLevels,
  receiveStock,
  reverseMovements,
} from '#contract'
import { arrive, assertInOrder } from './testing/looks.ts'
import { clientOf, holdUp, owner, type Pages, signIn, startPages, withOwner } from './testing/pages.ts'

const long = 'Nitrile gloves, powder-free, for everyone at the Donaudampfschifffahrtsgesellschaft'
const rightToLeft = 'مسكن للألم باراسيتامول'
const gtin = '4006381333931'

let pages: Pages
let page: Page
let client: Client
let gloves: Item

before(async () => {
  pages = await startPages(withOwner)
  page = await pages.open({ reducedMotion: 'reduce' })
  await signIn(page, '/inventory')
  client = await clientOf(page)
})
after(() => pages.close())
afterEach(() => assert.deepEqual(pages.complaints.splice(0), []))

const button = (name: string) => page.getByRole('button', { name, exact: true })
const line = (number: number) => page.getByRole('group', { name: `Line ${number}`, exact: true })
const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text })
const see = (text: string | RegExp) => page.getByText(text).first().waitFor()
const levels = async (itemId: string) => (await client.call(listLevels, { itemId })).data

/** Forgets the console's complaints about requests that the test expects to be refused. */
function wasRefused(): void {
  const others = pages.complaints.filter((complaint) => !complaint.includes('status of 409'))
  assert.notEqual(others.length, pages.complaints.length)
  pages.complaints.splice(0, Infinity, ...others)
}

/** Types into the focused field, presses Enter, and waits for the named field to have the focus. */
async function typeAndEnter(text: string, number: number, cell: string): Promise<void> {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await page.waitForFunction(
    ([number, cell]) => {
      const focused = document.activeElement
      const group = focused?.closest('[role=group]')?.getAttribute('aria-label')
      return focused?.getAttribute('data-cell') === cell && group === `Line ${number}`
    },
    [number, cell],
  )
}

const focusIsIn = (selector: string) =>
  page.waitForFunction((selector) => document.activeElement?.matches(selector), selector)

test('an item is created and listed with nothing on hand', async () => {
  await see('Nothing in stock yet')
  await button('Create first item').click()
  const dialog = page.getByRole('dialog', { name: 'New item' })
  await dialog.getByLabel('SKU').fill('AMOX-500')
  await dialog.getByLabel('Unit').fill('capsule')
  await dialog.getByLabel('GTIN').fill('4006381333932')
  await dialog.getByLabel('Reorder level').fill('60')
  await dialog.getByLabel('By lot and expiry date').check()
  await button('Create item').click()
  await see('Not a GTIN')
  await dialog.getByLabel('GTIN').fill(gtin)
  await dialog.getByLabel('Name', { exact: true }).fill('Amoxicillin 500 mg')
  await dialog.getByLabel('Name', { exact: true }).press('Enter')
  await page.getByRole('heading', { name: 'Amoxicillin 500 mg' }).waitFor()
  await see('No movements yet')

  gloves = await client.call(createItem, { sku: 'GLOVE-M', name: long, unit: 'box', reorderLevel: '5' })
  await page.getByRole('link', { name: 'Inventory' }).last().click()
  await rowOf('AMOX-500').getByText('Low: reorder at 60').waitFor()
})

test('a delivery is received with the keyboard alone', async () => {
  await page.keyboard.press('Control+k')
  await focusIsIn('[role=dialog] input')
  await page.keyboard.type('receive')
  await page.keyboard.press('Enter')
  await focusIsIn('[name=supplier]')
  await page.keyboard.type('Nordmed')
  await page.keyboard.press('Enter')
  await focusIsIn('[name=deliveryNote]')
  await typeAndEnter('LS-4711', 1, 'item')
  // A scanner: digits and Enter, faster than anyone types.
  await typeAndEnter(gtin, 1, 'quantity')
  await typeAndEnter('50', 1, 'lot')
  await typeAndEnter('B77', 1, 'expires')
  await page.keyboard.type('0330')
  await see('31 Mar 2030')
  await typeAndEnter('', 1, 'unitCost')
  await typeAndEnter('0,125', 2, 'item')
  await typeAndEnter('nitrile', 2, 'quantity')
  await typeAndEnter('12', 2, 'unitCost')
  await page.keyboard.press('Control+d')
  await focusIsIn('[data-row] [data-cell=item]')
  await line(3).waitFor()
  await page.keyboard.press('Control+Delete')
  await line(3).waitFor({ state: 'detached' })
  await see('Line 3 removed')
  await line(2).getByLabel('Unit cost').focus()
  await typeAndEnter('', 3, 'item')
  await page.keyboard.press('Enter')
  await focusIsIn('[data-submit]')
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: 'Received', exact: true }).waitFor()
  await rowOf('B77').getByText('31 Mar 2030').waitFor()
  await rowOf('B77').getByText('50 capsule').waitFor()
  await rowOf('GLOVE-M').getByText('12 box').waitFor()
  assert.equal((await levels(gloves.id))[0]?.onHand, '12')
  await page.keyboard.press('Enter')
  await focusIsIn('[name=supplier]')
})

test('scanning the code on a pack fills in its lot and expiry date', async () => {
  const item = line(1).getByLabel('Item')
  await item.fill(`010${gtin}1730033110B78`)
  await item.press('Enter')
  await line(1).getByText('31 Mar 2030').waitFor()
  assert.equal(await line(1).getByLabel('Lot').inputValue(), 'B78')
  await page.getByRole('button', { name: 'Remove line 1' }).click()
})

test('a delivery note counts once, and is refused with other lines', async () => {
  const fill = async (quantity: string) => {
    await page.getByLabel('Supplier').fill('Nordmed')
    await page.getByLabel('Delivery note').fill('N-2')
    await line(1).getByLabel('Item').fill('GLOVE-M')
    await line(1).getByLabel('Item').press('Enter')
    await line(1).getByLabel('Quantity').fill(quantity)
    await page.keyboard.press('Control+Enter')
  }
  await fill('3')
  await page.getByRole('heading', { name: 'Received', exact: true }).waitFor()
  await button('Receive another delivery').click()
  await fill('3')
  await page.getByRole('heading', { name: 'Delivery note already received' }).waitFor()
  await see('Nothing was added to stock')
  await button('Receive another delivery').click()
  await fill('4')
  await see('Already received with other content')
  await focusIsIn('[name=deliveryNote]')
  wasRefused()
  assert.equal((await levels(gloves.id))[0]?.onHand, '15')
})

test('all errors are shown together, at their lines and fields, and no input is lost', async () => {
  await page.getByLabel('Delivery note').fill('N-3')
  await line(1).getByLabel('Quantity').fill('lots')
  await button('Add line').click()
  await line(2).getByLabel('Item').fill('AMOX-500')
  await line(2).getByLabel('Item').press('Enter')
  await line(2).getByLabel('Expires').fill('soon')
  await button('Receive delivery').click()
  await see('Correct the 2 lines with errors.')
  await line(1).getByText('Enter a number').waitFor()
  await line(2).getByText('Enter the lot').waitFor()
  await line(2).getByText('Not a date such as').waitFor()

  await line(1).getByLabel('Quantity').fill('1')
  await line(2).getByLabel('Quantity').fill('5')
  await line(2).getByLabel('Lot').fill('OLD')
  await line(2).getByLabel('Expires').fill('31.3.20')
  await line(2).getByText('31 Mar 2020, expired').waitFor()
  assert.equal(await page.getByLabel('Accept although expired').count(), 0)
  await button('Receive delivery').click()
  await line(2).getByText('Lot OLD of AMOX-500 expired on 2020-03-31').waitFor()
  wasRefused()
  await line(2).getByLabel('Accept although expired').check()
  await button('Receive delivery').click()
  await page.getByRole('heading', { name: 'Received', exact: true }).waitFor()
  await rowOf('OLD').getByText('Expired').waitFor()
})

test('a missing item is created from the line that needs it, and leaving asks first', async () => {
  await button('Receive another delivery').click()
  await page.getByLabel('Supplier').fill('Nordmed')
  await line(1).getByLabel('Item').fill('PARA-1')
  await line(1).getByLabel('Item').press('Enter')
  await page.getByRole('option', { name: 'Create item “PARA-1”…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New item' })
  assert.equal(await dialog.getByLabel('SKU').inputValue(), 'PARA-1')
  await dialog.getByLabel('Unit').fill('قرص')
  await dialog.getByLabel('Name', { exact: true }).fill(rightToLeft)
  await button('Create item').click()
  await dialog.waitFor({ state: 'detached' })
  await focusIsIn('[data-cell=quantity]')
  assert.equal(await line(1).getByLabel('Item').inputValue(), `PARA-1 · ${rightToLeft}`)
  assert.equal(await page.getByRole('alert').filter({ hasText: 'Nothing was recorded yet' }).count(), 0)

  await page.getByRole('link', { name: 'Inventory' }).first().click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await rowOf('PARA-1').getByText('0 قرص').waitFor()
})

test('a movement during a count is reported, and the count can use the new quantity', async () => {
  await page.getByRole('link', { name: 'Count', exact: true }).click()
  await focusIsIn('[name=reason]')
  await line(1).getByLabel('Item').fill('AMOX')
  await line(1).getByLabel('Item').press('Enter')
  await line(1).getByLabel('Lot').focus()
  await page.getByRole('option', { name: 'B77 · expires 31 Mar 2030 · 50 on hand' }).click()
  await line(1).getByLabel('Counted').fill('44')
  // Another form of the same page.
  await page.getByRole('button', { name: 'Search…' }).click()
  await focusIsIn('[role=dialog] input')
  await page.keyboard.type('adjust or count')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'detached' })
  await client.call(adjustStock, {
    mode: 'delta',
    reason: 'consumed',
    lines: [{ sku: 'AMOX-500', lot: 'B77', quantity: '-3' }],
  })
  await button('Record count').click()
  await see('Stock changed from 50 to 47 since you began')
  wasRefused()
  await button('Use 47').click()
  await button('Record count').click()
  await page.getByRole('heading', { name: 'Adjusted' }).waitFor()
  await rowOf('B77').getByText('44 capsule').waitFor()
})

test('more than is on hand cannot be removed, and the line shows how much there is', async () => {
  await button('Adjust more items').click()
  await page.getByText('Add or remove', { exact: true }).click()
  await page.getByLabel('Reason').selectOption('Damaged')
  await line(1).getByLabel('Item').fill('GLOVE-M')
  await line(1).getByLabel('Item').press('Enter')
  await line(1).getByLabel('Remove', { exact: true }).fill('17')
  await line(1).getByText('16', { exact: true }).waitFor()
  await button('Record adjustment').click()
  await line(1).getByText('Not enough of GLOVE-M in Main: 17 needed, 16 on hand').waitFor()
  wasRefused()
  await line(1).getByLabel('Remove', { exact: true }).fill('2')
  await button('Record adjustment').click()
  await page.getByRole('heading', { name: 'Adjusted' }).waitFor()
  await rowOf('GLOVE-M').getByText('14 box').waitFor()
})

test('an adjustment is reversed once, and the ledger keeps both', async () => {
  await page.getByRole('link', { name: 'Open document' }).click()
  await assertInOrder(page, 'Adjustment: damaged')
  await button('Reverse…').click()
  const question = page.getByRole('dialog', { name: 'Reverse this adjustment?' })
  await question.getByText('2 of GLOVE-M: Lost → Main').waitFor()
  const letGo = await holdUp(page, 'POST')
  await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST'),
    question.getByRole('button', { name: 'Reverse adjustment' }).click(),
  ])
  // The dialog stays and cannot be closed until the call has ended.
  assert.ok(await question.getByRole('button', { name: 'Cancel' }).isDisabled())
  await page.keyboard.press('Escape')
  assert.equal(await question.getByRole('button', { name: 'Close' }).count(), 0)
  assert.equal(await question.count(), 1)
  await letGo()
  await page.getByRole('heading', { name: 'Reversal' }).waitFor()
  await page.getByRole('link', { name: 'Reversed document' }).click()
  await page.getByRole('heading', { name: 'Adjustment: damaged' }).waitFor()
  await see('Reversed')
  assert.equal(await button('Reverse…').count(), 0)

  await page.getByRole('link', { name: 'GLOVE-M' }).click()
  await page.getByRole('heading', { name: long }).waitFor()
  await rowOf('Reversal').getByText('Lost → Main').waitFor()
  await rowOf('Damaged').getByText('Reversed').waitFor()
  await rowOf('Reversal').getByText(owner.name).waitFor()
  await assertInOrder(page, long)
})

test('the page of an item receives, adjusts and counts that item', async () => {
  const back = async () => {
    await page.goBack()
    await page.getByRole('heading', { name: long }).waitFor()
  }
  for (const [action, field] of [
    ['Adjust', 'Change, + or −'],
    ['Count', 'Counted'],
    ['Receive', 'Quantity'],
  ] as const) {
    await page.getByRole('link', { name: action, exact: true }).click()
    await line(1).getByLabel(field, { exact: true }).waitFor()
    assert.equal(await line(1).getByLabel('Item').inputValue(), `GLOVE-M · ${long}`)
    // Nothing was typed, so nothing asks.
    await back()
  }
  await page.getByRole('link', { name: 'Receive', exact: true }).click()
  await page.waitForURL(`/inventory/receive?itemId=${gloves.id}`)
  for (const text of ['Nordmed', 'N-4b', '7']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await button('Receive delivery').click()
  await page.getByRole('heading', { name: 'Received', exact: true }).waitFor()
  await rowOf('GLOVE-M').getByText('23 box').waitFor()
})

test('a reversed document is shown as such however much has moved since', async () => {
  await client.call(createItem, { sku: 'SWAB', name: 'Swab', unit: 'piece' })
  const receive = (deliveryNote: string, count: number) => {
    const lines = Array.from({ length: count }, () => ({ sku: 'SWAB', quantity: '1' }))
    return client.call(receiveStock, { supplier: 'Nordmed', deliveryNote, lines })
  }
  const { receiptId: documentId } = await receive('N-5', 1)
  await client.call(reverseMovements, { documentId })
  const { receiptId: later } = await receive('N-6', 201)
  await arrive(page, `/inventory/documents/${documentId}`)
  await page.getByRole('link', { name: 'Reversal of this document' }).click()
  await page.getByRole('link', { name: 'Reversed document' }).waitFor()
  await arrive(page, `/inventory/documents/${later}`)
  await button('Reverse…').waitFor()
})

test('low, expired and soon expiring stock is flagged and can be filtered by a link', async () => {
  await client.call(createLocation, { name: 'Ward 3' })
  const soon = new Date(Date.now() + 20 * 24 * 60 * 60_000).toISOString().slice(0, 10)
  await client.call(receiveStock, {
    supplier: 'Nordmed',
    deliveryNote: 'N-4',
    lines: [{ sku: 'AMOX-500', quantity: '4', lot: 'SOON', expiresOn: soon }],
  })
  await arrive(page, '/inventory')
  await rowOf('SOON')
    .getByText(/Expires in (19|20) days/)
    .waitFor()
  await rowOf('OLD').getByText('Expired').waitFor()
  await rowOf('SOON').getByText('Low: reorder at 60').waitFor()
  await rowOf('GLOVE-M').waitFor()
  await assertInOrder(page, 'Inventory')

  await page.getByText('Below reorder level').click()
  await rowOf('GLOVE-M').waitFor({ state: 'detached' })
  await page.getByLabel('Expiry').selectOption('Expiring within 30 days')
  await rowOf('B77').waitFor({ state: 'detached' })
  await rowOf('SOON').waitFor()
  await page.reload()
  await rowOf('SOON').waitFor()
  assert.equal(await rowOf('B77').count(), 0)
  await page.getByLabel('Expiry').selectOption('Expired')
  await rowOf('SOON').waitFor({ state: 'detached' })
  await rowOf('OLD').waitFor()
})

test('stock is transferred with the keyboard alone, and moved back', async () => {
  await arrive(page, '/inventory/transfer')
  await focusIsIn('[name=from]')
  await assertInOrder(page, 'Transfer stock')
  await page.getByLabel('To', { exact: true }).selectOption('Ward 3')
  await page.getByLabel('Note').focus()
  await typeAndEnter('For the weekend', 1, 'item')
  await typeAndEnter('nitrile', 1, 'quantity')
  await page.keyboard.type('999')
  await page.keyboard.press('Control+Enter')
  await line(1).getByText('Not enough of GLOVE-M').waitFor()
  wasRefused()
  await line(1).getByLabel('Quantity').fill('2')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Transferred' }).waitFor()
  await rowOf('Ward 3').getByText('2 box').waitFor()
  await page.getByRole('link', { name: 'Open document' }).click()
  await page.getByRole('heading', { name: 'Transfer', exact: true }).waitFor()
  await rowOf('GLOVE-M').getByText('Main → Ward 3').waitFor()
  await button('Reverse…').click()
  await button('Reverse transfer').click()
  await page.getByRole('heading', { name: 'Reversal' }).waitFor()
  assert.deepEqual(
    (await levels(gloves.id)).map(({ locationName }) => locationName),
    ['Main'],
  )
})

test('a lot is found, quarantined and recalled', async () => {
  const patient = await client.call(createPatient, {
    givenName: 'Grace',
    familyName: long,
    phone: '+49 30 1',
  })
  const lines = [
    { description: 'Capsules', quantity: 3, unitPrice: '1', itemId: (await amoxicillin()).id, lot: 'B77' },
  ]
  const { number } = await client.call(createInvoice, { patientId: patient.id, lines })
  await arrive(page, '/inventory/lots')
  await rowOf('SOON').waitFor()
  await page.getByLabel('Search by the whole lot number').fill('b77')
  await rowOf('SOON').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'B77' }).click()
  await page.getByRole('heading', { name: 'Lot B77' }).waitFor()
  await rowOf('+49 30 1').getByText(number!).waitFor()
  await rowOf('Grace').getByText('3 capsule').waitFor()

  await button('Quarantine…').click()
  await button('Quarantine lot').click()
  await see('Enter a value')
  await page.getByLabel('Reason').fill('Notice 26-114')
  await button('Quarantine lot').click()
  await see('In quarantine: nothing can be taken from this lot')
  await assertInOrder(page, 'Lot B77')
  const csv = await page.request.get((await page.getByRole('link', { name: 'CSV' }).getAttribute('href'))!)
  assert.match(await csv.text(), new RegExp(`Grace.*${number}`))

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await button('Print').click()
  await page.waitForSelector('body[data-printed]')

  await button('Release…').click()
  await button('Release lot').click()
  await button('Quarantine…').waitFor()
})

test('movements, the stock value and the stock used are listed by date', async () => {
  for (const [path, heading] of [
    ['/inventory/movements', 'Movements'],
    ['/inventory/valuation', 'Stock value'],
    ['/inventory/used', 'Stock used'],
    ['/inventory/lots', 'Lots'],
  ] as const) {
    await arrive(page, path)
    await assertInOrder(page, heading)
  }
  await arrive(page, '/inventory/movements')
  await page.getByLabel('Reason').selectOption('Transferred')
  await rowOf('Main → Ward 3').waitFor()
  await rowOf('Supplier').first().waitFor({ state: 'detached' })
  await page.getByLabel('To', { exact: true }).fill('2020-01-31')
  await see('Nothing matches')
  await arrive(page, '/inventory/valuation')
  await rowOf('AMOX-500').waitFor()
  await page.getByLabel('As of').fill('2020-01-31')
  await rowOf('AMOX-500').waitFor({ state: 'detached' })
})

const amoxicillin = async () => (await client.call(listItems, { q: 'AMOX-500' })).data[0]!
