// The inventory pages, on one node and in one order: each test builds on the records of those before.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Client } from '#client'
import {
  adjustStock,
  createInvoice,
  createItem,
  createLocation,
  createPatient,
  listItems,
  receiveStock,
} from '#contract'
import { ownerOf } from './testing/node.ts'
import { holdUp, owner } from './testing/pages.ts'

const on = ownerOf()
const { arrive, button, command, dialog, field, focusIn, inOrder, keepEditing, link, press } = on
const { row, see, seeHeading, type, wasRefused } = on
let page: Page
let client: Client

const long = 'Nitrile gloves, powder-free, for everyone at the Donaudampfschifffahrtsgesellschaft'
const rightToLeft = 'مسكن للألم باراسيتامول'
const gtin = '4006381333931'

before(() => {
  page = on.page
  client = on.client
})

const line = (number: number) => page.getByRole('group', { name: `Line ${number}`, exact: true })

/** Types into the focused field, presses Enter, and waits for the named field to have the focus. */
async function typeAndEnter(text: string, number: number, cell: string): Promise<void> {
  await type(text)
  await press('Enter')
  await page.waitForFunction(
    ([number, cell]) => {
      const focused = document.activeElement
      const group = focused?.closest('[role=group]')?.getAttribute('aria-label')
      return focused?.getAttribute('data-cell') === cell && group === `Line ${number}`
    },
    [number, cell],
  )
}

test('an item is created and listed with nothing on hand', async () => {
  await arrive('/inventory')
  await see('Nothing in stock yet')
  await button('Create first item').click()
  const creating = dialog('New item')
  await creating.getByLabel('SKU').fill('AMOX-500')
  await creating.getByLabel('Unit').fill('capsule')
  await creating.getByLabel('GTIN').fill('4006381333932')
  await creating.getByLabel('Reorder level').fill('60')
  await creating.getByLabel('By lot and expiry date').check()
  await button('Create item').click()
  await see('Not a GTIN')
  await creating.getByLabel('GTIN').fill(gtin)
  await field('Name', creating).fill('Amoxicillin 500 mg')
  await press('Enter')
  await seeHeading('Amoxicillin 500 mg')
  await see('No movements yet')

  await client.call(createItem, { sku: 'GLOVE-M', name: long, unit: 'box', reorderLevel: '5' })
  await page.getByRole('link', { name: 'Inventory' }).last().click()
  await see('Low: reorder at 60', row('AMOX-500'))
})

/** Chooses an item in a line by its SKU. */
async function fillItem(number: number, sku: string): Promise<void> {
  await field('Item', line(number)).fill(sku)
  await press('Enter')
}

test('a delivery is received with the keyboard alone', async () => {
  await command('receive')
  await focusIn('[name=supplier]')
  await type('Nordmed')
  await press('Enter')
  await focusIn('[name=deliveryNote]')
  await typeAndEnter('LS-4711', 1, 'item')
  // A scanner: digits and Enter, faster than anyone types.
  await typeAndEnter(gtin, 1, 'quantity')
  await typeAndEnter('50', 1, 'lot')
  await typeAndEnter('B77', 1, 'expires')
  await type('0330')
  await see('31 Mar 2030')
  await typeAndEnter('', 1, 'unitCost')
  await typeAndEnter('0,125', 2, 'item')
  await typeAndEnter('nitrile', 2, 'quantity')
  await typeAndEnter('12', 2, 'unitCost')
  await press('Control+d')
  await focusIn('[data-row] [data-cell=item]')
  await line(3).waitFor()
  await press('Control+Delete')
  await line(3).waitFor({ state: 'detached' })
  await see('Line 3 removed')
  await line(2).getByLabel('Unit cost').focus()
  await typeAndEnter('', 3, 'item')
  await press('Enter')
  await focusIn('[data-submit]')
  await press('Enter')

  await seeHeading('Received')
  await see('31 Mar 2030', row('B77'))
  await see('50 capsule', row('B77'))
  await see('12 box', row('GLOVE-M'))
  await press('Enter')
  await focusIn('[name=supplier]')
})

test('scanning the code on a pack fills in its lot and expiry date', async () => {
  await fillItem(1, `010${gtin}1730033110B78`)
  await see('31 Mar 2030', line(1))
  assert.equal(await line(1).getByLabel('Lot').inputValue(), 'B78')
  await button('Remove line 1').click()
})

test('a delivery note counts once, and is refused with other lines', async () => {
  const fill = async (quantity: string) => {
    await field('Supplier').fill('Nordmed')
    await field('Delivery note').fill('N-2')
    await fillItem(1, 'GLOVE-M')
    await line(1).getByLabel('Quantity').fill(quantity)
    await press('Control+Enter')
  }
  await fill('3')
  await seeHeading('Received')
  await button('Receive another delivery').click()
  await fill('3')
  await seeHeading('Delivery note already received')
  await see('Nothing was added to stock')
  await button('Receive another delivery').click()
  await fill('4')
  await see('Already received with other content')
  await focusIn('[name=deliveryNote]')
  wasRefused(409)
})

test('all errors are shown together, at their lines and fields, and no input is lost', async () => {
  await field('Delivery note').fill('N-3')
  await line(1).getByLabel('Quantity').fill('lots')
  await button('Add line').click()
  await fillItem(2, 'AMOX-500')
  await line(2).getByLabel('Expires').fill('soon')
  await button('Receive delivery').click()
  await see('Correct the 2 lines with errors.')
  await see('Enter a number', line(1))
  await see('Enter the lot', line(2))
  await see('Not a date such as', line(2))

  await line(1).getByLabel('Quantity').fill('1')
  await line(2).getByLabel('Quantity').fill('5')
  await line(2).getByLabel('Lot').fill('OLD')
  await line(2).getByLabel('Expires').fill('31.3.20')
  await see('31 Mar 2020, expired', line(2))
  assert.equal(await page.getByLabel('Accept although expired').count(), 0)
  await button('Receive delivery').click()
  await see('Lot OLD of AMOX-500 expired on 2020-03-31', line(2))
  wasRefused(409)
  await line(2).getByLabel('Accept although expired').check()
  await button('Receive delivery').click()
  await seeHeading('Received')
  await see('Expired', row('OLD'))
})

test('a missing item is created from the line that needs it, and leaving asks first', async () => {
  await button('Receive another delivery').click()
  await field('Supplier').fill('Nordmed')
  await fillItem(1, 'PARA-1')
  await page.getByRole('option', { name: 'Create item “PARA-1”…' }).click()
  const creating = dialog('New item')
  assert.equal(await creating.getByLabel('SKU').inputValue(), 'PARA-1')
  await creating.getByLabel('Unit').fill('قرص')
  await field('Name', creating).fill(rightToLeft)
  await button('Create item').click()
  await creating.waitFor({ state: 'detached' })
  await focusIn('[data-cell=quantity]')
  assert.equal(await line(1).getByLabel('Item').inputValue(), `PARA-1 · ${rightToLeft}`)
  assert.equal(await page.getByRole('alert').filter({ hasText: 'Nothing was recorded yet' }).count(), 0)

  await page.getByRole('link', { name: 'Inventory' }).first().click()
  await button('Leave').click()
  await see('0 قرص', row('PARA-1'))
})

test('a movement during a count is reported, and the count can use the new quantity', async () => {
  await link('Count').click()
  await focusIn('[name=reason]')
  await fillItem(1, 'AMOX')
  await line(1).getByLabel('Lot').focus()
  await page.getByRole('option', { name: 'B77 · expires 31 Mar 2030 · 50 on hand' }).click()
  await line(1).getByLabel('Counted').fill('44')
  // Another form of the same page.
  await keepEditing(() => command('adjust or count'))
  await client.call(adjustStock, {
    mode: 'delta',
    reason: 'consumed',
    lines: [{ sku: 'AMOX-500', lot: 'B77', quantity: '-3' }],
  })
  await button('Record count').click()
  await see('Stock changed from 50 to 47 since you began')
  wasRefused(409)
  await button('Use 47').click()
  await button('Record count').click()
  await seeHeading('Adjusted')
  await see('44 capsule', row('B77'))
})

test('an adjustment is reversed once, and the ledger keeps both', async () => {
  await button('Adjust more items').click()
  await page.getByText('Add or remove', { exact: true }).click()
  await field('Reason').selectOption('Damaged')
  await fillItem(1, 'GLOVE-M')
  await field('Remove', line(1)).fill('17')
  await button('Record adjustment').click()
  await see('Not enough of GLOVE-M in Main: 17 needed, 16 on hand', line(1))
  wasRefused(409)
  await field('Remove', line(1)).fill('2')
  await button('Record adjustment').click()
  await link('Open document').click()
  await inOrder('Adjustment: damaged')
  await button('Reverse…').click()
  const question = dialog('Reverse this adjustment?')
  await see('2 of GLOVE-M: Lost → Main', question)
  const letGo = await holdUp(page, 'POST')
  await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST'),
    button('Reverse adjustment', question).click(),
  ])
  // The dialog stays and cannot be closed until the call has ended.
  assert.ok(await button('Cancel', question).isDisabled())
  await press('Escape')
  assert.equal(await question.getByRole('button', { name: 'Close' }).count(), 0)
  assert.equal(await question.count(), 1)
  await letGo()
  await seeHeading('Reversal')
  await link('Reversed document').click()
  await see('Reversed')
  assert.equal(await button('Reverse…').count(), 0)

  await page.getByRole('link', { name: 'GLOVE-M' }).click()
  await seeHeading(long)
  await see('Lost → Main', row('Reversal'))
  await see('Reversed', row('Damaged'))
  await see(owner.name, row('Reversal'))
  await inOrder(long)
})

test('the page of an item receives, adjusts and counts that item', async () => {
  for (const [action, label] of [
    ['Adjust', 'Change, + or −'],
    ['Count', 'Counted'],
    ['Receive', 'Quantity'],
  ] as const) {
    await link(action).click()
    await field(label, line(1)).waitFor()
    assert.equal(await line(1).getByLabel('Item').inputValue(), `GLOVE-M · ${long}`)
    // Nothing was typed, so nothing asks.
    await page.goBack()
    await seeHeading(long)
  }
})

test('low, expired and soon expiring stock is flagged and can be filtered by a link', async () => {
  await client.call(createLocation, { name: 'Ward 3' })
  const soon = new Date(Date.now() + 20 * 24 * 60 * 60_000).toISOString().slice(0, 10)
  await client.call(receiveStock, {
    supplier: 'Nordmed',
    deliveryNote: 'N-4',
    lines: [{ sku: 'AMOX-500', quantity: '4', lot: 'SOON', expiresOn: soon }],
  })
  await arrive('/inventory')
  await see(/Expires in (19|20) days/, row('SOON'))
  await see('Expired', row('OLD'))
  await see('Low: reorder at 60', row('SOON'))
  await row('GLOVE-M').waitFor()
  await inOrder('Inventory')

  await page.getByText('Below reorder level').click()
  await row('GLOVE-M').waitFor({ state: 'detached' })
  await field('Expiry').selectOption('Expiring within 30 days')
  await row('B77').waitFor({ state: 'detached' })
  await row('SOON').waitFor()
  await field('Expiry').selectOption('Expired')
  await row('SOON').waitFor({ state: 'detached' })
  await row('OLD').waitFor()
})

test('stock is transferred with the keyboard alone, and moved back', async () => {
  await arrive('/inventory/transfer')
  await focusIn('[name=from]')
  await field('To').selectOption('Ward 3')
  await field('Note').focus()
  await typeAndEnter('For the weekend', 1, 'item')
  await typeAndEnter('nitrile', 1, 'quantity')
  await type('999')
  await press('Control+Enter')
  await see('Not enough of GLOVE-M', line(1))
  wasRefused(409)
  await line(1).getByLabel('Quantity').fill('2')
  await press('Control+Enter')
  await seeHeading('Transferred')
  await see('2 box', row('Ward 3'))
  await link('Open document').click()
  await seeHeading('Transfer')
  await see('Main → Ward 3', row('GLOVE-M'))
  await button('Reverse…').click()
  await button('Reverse transfer').click()
  await seeHeading('Reversal')
})

test('a lot is found, quarantined and recalled', async () => {
  const names = { givenName: 'Grace', familyName: long }
  const { id: patientId } = await client.call(createPatient, { ...names, phone: '+49 30 1' })
  const [item] = (await client.call(listItems, { q: 'AMOX-500' })).data
  const lines = [{ description: 'Capsules', quantity: 3, unitPrice: '1', itemId: item!.id, lot: 'B77' }]
  const { number } = await client.call(createInvoice, { patientId, lines })
  await arrive('/inventory/lots')
  await row('SOON').waitFor()
  await page.getByLabel('Search by the whole lot number').fill('b77')
  await row('SOON').waitFor({ state: 'detached' })
  await link('B77').click()
  await seeHeading('Lot B77')
  await see(number!, row('+49 30 1'))
  await see('3 capsule', row('Grace'))

  await button('Quarantine…').click()
  await button('Quarantine lot').click()
  await see('Enter a value')
  await field('Reason').fill('Notice 26-114')
  await button('Quarantine lot').click()
  await see('In quarantine: nothing can be taken from this lot')
  await inOrder('Lot B77')
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
  await arrive('/inventory/movements')
  await field('Reason').selectOption('Transferred')
  await row('Main → Ward 3').waitFor()
  await row('Supplier').first().waitFor({ state: 'detached' })
  await field('To').fill('2020-01-31')
  await see('Nothing matches')
  await arrive('/inventory/valuation')
  await row('AMOX-500').waitFor()
  await field('As of').fill('2020-01-31')
  await row('AMOX-500').waitFor({ state: 'detached' })
})
