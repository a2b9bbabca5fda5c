// Billing from the settings to the last payment, on one node and in one order: what a test makes is there for the next.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Client } from '#client'
import {
  createCreditNote,
  createInvoice,
  createItem,
  createPatient,
  getInvoice,
  getInvoicePdf,
  getSettings,
  type Patient,
  receiveStock,
  updateSettings,
} from '#contract'
import { until } from '#testing'
import { arrive, assertInOrder, focusOn } from './testing/looks.ts'
import {
  clientOf,
  holdUp,
  type Pages,
  seriousFindings,
  signIn,
  startPages,
  withOwner,
} from './testing/pages.ts'

let pages: Pages
let page: Page
let client: Client
let patient: Patient

before(async () => {
  pages = await startPages(withOwner)
  page = await pages.open({ reducedMotion: 'reduce' })
  await signIn(page, '/billing')
  client = await clientOf(page)
  patient = await client.call(createPatient, { givenName: 'Nora', familyName: 'Lindqvist' })
  const { id } = await client.call(createItem, { sku: 'G-10', name: 'Gauze bandage', unit: 'piece' })
  await client.call(receiveStock, {
    supplier: 'Medex',
    deliveryNote: 'D-1',
    lines: [{ itemId: id, quantity: '5' }],
  })
})
after(() => pages.close())
afterEach(() => assert.deepEqual(pages.complaints.splice(0), []))

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (label: string) => page.getByLabel(label, { exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const see = (text: string | RegExp) => page.getByText(text).first().waitFor()
const taxRate = (number: number) => page.getByRole('group', { name: `Tax rate ${number}` })
const totals = () => page.getByRole('region', { name: 'Totals' })

/** Forgets what the console said about requests that the test meant to be refused. */
function wasRefused(status: number): void {
  const others = pages.complaints.filter((line) => !line.includes(`status of ${status}`))
  assert.notEqual(others.length, pages.complaints.length)
  pages.complaints.splice(0, Infinity, ...others)
}

test('the settings say what invoices are made with, and the audit log what was changed', async () => {
  await arrive(page, '/settings/organisation')
  await field('Payment terms (days)').fill('two weeks')
  await button('Save').click()
  await see('Enter a whole number of days, from 0 to 365')
  await field('Payment terms (days)').fill('14')
  await field('Street and number').fill('Hafenstraße 1')
  await field('Electronic address').fill('9930 DE123456789')
  await button('Save').click()
  await see(/^Enter the scheme and the address/)
  await field('Electronic address').fill('9930:DE123456789')
  await field('City').fill('Kiel')
  await taxRate(1).getByLabel('Name').fill('Standard')
  await field('Category').selectOption('Standard rate')
  await field('Percent').fill('22')
  await button('Add tax rate').click()
  await taxRate(2).getByLabel('Name').fill('Reduced')
  await field('Percent').nth(1).fill('22')
  await button('Save').click()
  await see('This rate already exists')
  wasRefused(422)
  await field('Percent').nth(1).fill('7,5')
  await field('Prefix').first().fill('R-')
  await page.keyboard.press('Enter')
  await see('Settings saved')

  const { termsDays, letterhead, taxRates, invoiceSeries } = await client.call(getSettings)
  assert.equal(termsDays, 14)
  assert.deepEqual([letterhead.line, letterhead.electronicAddress], ['Hafenstraße 1', '9930:DE123456789'])
  assert.deepEqual(
    taxRates.map(({ name, rate, isDefault }) => [name, rate, isDefault]),
    [
      ['Standard', '22', true],
      ['Reduced', '7.5', false],
    ],
  )
  assert.equal(invoiceSeries[0]?.prefix, 'R-')
  await arrive(page, '/settings/audit-log')
  await see(
    /set the payment terms to 14 days, changed the letterhead, set the tax rates to Standard \(22%, default\), Reduced \(7.5%\) and set the invoice series to INV \(R-…\)/,
  )
})

test('what is typed while the settings are being saved stays, and is saved next', async () => {
  await arrive(page, '/settings/organisation')
  const save = () =>
    Promise.all([page.waitForRequest((request) => request.method() === 'PATCH'), button('Save').click()])
  await field('Payment terms (days)').fill('21')
  const letGo = await holdUp(page, 'PATCH')
  await save()
  await field('Payment terms (days)').fill('14')
  await field('City').fill('Lübeck')
  await letGo()
  await see('Settings saved')
  assert.equal(await field('Payment terms (days)').inputValue(), '14')
  assert.equal(await field('City').inputValue(), 'Lübeck')
  assert.equal((await client.call(getSettings)).termsDays, 21)

  await save()
  const { termsDays, letterhead } = await until(
    () => client.call(getSettings),
    ({ letterhead }) => letterhead.city === 'Lübeck',
  )
  assert.deepEqual([termsDays, letterhead.city], [14, 'Lübeck'])
})

test('unsaved settings are named in a bar, which can discard them', async () => {
  await arrive(page, '/settings/organisation')
  assert.equal(await button('Save').count(), 0)
  await field('Payment terms (days)').fill('30')
  await page.getByRole('combobox', { name: 'Country' }).fill('german')
  await page.getByRole('option', { name: 'Germany' }).click()
  await see('Unsaved: payment terms, letterhead')
  await button('Discard').press('Enter')
  await button('Save').waitFor({ state: 'detached' })
  assert.equal(await field('Payment terms (days)').inputValue(), '14')
  assert.equal(await page.getByRole('combobox', { name: 'Country' }).inputValue(), '')
  await page.getByRole('navigation', { name: 'Sections of this page' }).getByText('Numbering').click()
  await focusOn(page, 'Numbering')
})

test('the focus goes into a row that is added to the settings, and is kept when one is removed', async () => {
  await arrive(page, '/settings/organisation')
  for (const [add, row] of [
    ['Add tax rate', 'Tax rate 3'],
    ['Add invoice series', 'Invoice series 2'],
  ] as const) {
    await button(add).press('Enter')
    await page
      .getByRole('group', { name: row })
      .getByRole('textbox')
      .first()
      .and(page.locator(':focus'))
      .waitFor()
    await page.getByRole('button', { name: `Remove ${row}` }).press('Enter')
    await focusOn(page, add)
  }
})

test('an invoice is written with the keyboard, shows its totals, and is saved as a draft', async () => {
  await arrive(page, '/billing')
  await page.getByRole('link', { name: 'New invoice' }).press('Enter')
  await page.getByRole('combobox', { name: 'Patient' }).and(page.locator(':focus')).waitFor()
  await totals().getByText('Choose a patient to see totals.').waitFor()
  await page.keyboard.type('lindqvist')
  await page.getByText('Press Enter to choose Nora Lindqvist').waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')

  await focusOn(page, 'Description, line 1')
  for (const text of ['Orthosis, fitted', '16', '348,35', '4%']) {
    await page.keyboard.type(text)
    if (text !== '4%') await page.keyboard.press(text === '348,35' ? 'Tab' : 'Enter')
  }
  // 16 x 348.35 - 4 % + 22 %
  await totals().getByText('€6,527.81').waitFor()
  await page.keyboard.press('Enter')
  await focusOn(page, 'Description, line 2')

  await page.keyboard.type('G-10')
  await page.keyboard.press('Enter')
  await focusOn(page, 'Quantity, line 2')
  await see('From stock: G-10, 5 piece on hand')
  assert.equal(await field('Description, line 2').inputValue(), 'Gauze bandage')
  await page.keyboard.type('6')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2')
  await see('Not enough of G-10 in Main: 6 needed, 5 on hand')
  wasRefused(409)
  await totals().getByText('€6,542.45').waitFor()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('3')
  await totals().getByText('€6,535.13').waitFor()
  await page.getByText('Not enough of G-10').waitFor({ state: 'detached' })

  await page.keyboard.press('ArrowUp')
  await focusOn(page, 'Quantity, line 1')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Projects' }).click()
  await dialog('Leave without saving?').getByRole('button', { name: 'Keep editing' }).click()
  await dialog('Leave without saving?').waitFor({ state: 'detached' })
  await assertInOrder(page, 'New invoice')

  await button('Save draft').press('Enter')
  await see('Draft saved')
  await page.waitForURL(/billing\/[0-9a-f-]{36}$/)
  await see('A draft has no number')
})

test('a draft is edited as it was written, and errors are shown at their fields', async () => {
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('heading', { name: 'Edit draft' }).waitFor()
  await totals().getByText('€6,535.13').waitFor()
  assert.equal(await field('Discount, line 1').inputValue(), '4%')
  await see('From stock: G-10')
  await field('Description, line 2').fill('Gauze bandage, sterile')
  await see('From stock: G-10')
  await field('Description, line 2').fill('Gauze bandage')
  await button('More options').click()
  await field('Buyer reference').waitFor()

  // A draft can be dated ahead: the totals still follow, and the field says why it cannot be issued.
  await field('Date').fill('2999-12-31')
  await page.keyboard.press('Tab')
  await page.getByText(/^Later than today, \d{4}-\d\d-\d\d$/).waitFor()
  await field('Discount, line 1').fill('5%')
  await totals().getByText('€6,467.12').waitFor()
  await field('Discount, line 1').fill('4%')
  await field('Date').fill('')
  await page.keyboard.press('Tab')
  await totals().getByText('€6,535.13').waitFor()
  await page.getByText(/^Later than today/).waitFor({ state: 'detached' })
  wasRefused(422)

  await button('Add line').click()
  await focusOn(page, 'Description, line 3')
  await page.keyboard.type('Report')
  await totals().getByText('One line is not included yet.').waitFor()
  await button('Save draft').click()
  await see('Enter a number such as 12.50')
  await focusOn(page, 'Price, line 3')
  await page.keyboard.type('100')
  await field('Tax, line 3').selectOption('7.5% · Reduced')
  await totals().getByText('€6,642.63').waitFor()
  await button('Add invoice discount').click()
  await page.keyboard.type('Goodwill')
  await page.keyboard.press('Tab')
  await page.keyboard.type('10%')
  await totals().getByText('€5,978.36').waitFor()
  await button('Save draft').click()
  await see('Draft saved')
  await page.getByRole('heading', { name: 'Draft invoice' }).waitFor()
  await see('€5,978.36')

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await totals().getByText('€5,978.36').waitFor()
  assert.equal(await page.getByLabel(/^Discount \d$/).count(), 1)
  assert.equal(await field('Discount 1').inputValue(), '10%')
  await see('From stock: G-10')
  assert.equal(await field('Buyer reference').count(), 0)
  await page.goBack()
})

test('issuing asks first, takes items from stock, and offers a PDF', async () => {
  await button('Issue invoice…').click()
  await dialog('Issue this invoice?').getByText('One line takes its item from stock').waitFor()
  await dialog('Issue this invoice?').getByRole('button', { name: 'Issue invoice' }).click()
  await page.getByRole('heading', { name: 'Invoice R-00001' }).waitFor()
  await see('Issued invoices can’t be edited.')
  await page.getByRole('table', { name: 'Stock movements' }).getByText('G-10').waitFor()

  await button('Download').click()
  const link = page.getByRole('menuitem', { name: 'PDF', exact: true })
  assert.equal(await link.getAttribute('target'), '_blank')
  const href = await link.getAttribute('href')
  assert.equal(href, getInvoicePdf.path.replace(':invoiceId', page.url().split('/').at(-1) ?? ''))
  const pdf = await page.request.get(href)
  assert.equal(pdf.status(), 200)
  assert.equal((await pdf.body()).subarray(0, 4).toString(), '%PDF')
  await page.keyboard.press('Escape')
})

test('what an e-invoice lacks is named, with where to enter it, and then the files are downloaded', async () => {
  const choose = async (name: string) => {
    await button('Download').click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('XRechnung')
  const incomplete = dialog('XRechnung could not be created')
  await incomplete.getByText('Enter a contact (BR-DE-5)').waitFor()
  wasRefused(409)
  const settings = incomplete.getByRole('link', { name: 'Open settings' })
  assert.equal(await settings.getAttribute('href'), '/settings/organisation')
  await page.keyboard.press('Escape')
  await incomplete.waitFor({ state: 'detached' })

  await client.call(updateSettings, {
    letterhead: {
      country: 'DE',
      taxId: 'DE123456789',
      postalCode: '24103',
      contactName: 'Front desk',
      phone: '0431 1234',
      email: 'desk@practice.example',
      iban: 'DE89370400440532013000',
    },
  })
  await choose('XRechnung')
  await incomplete.getByText('Enter the buyer’s reference, such as a Leitweg-ID (BR-DE-15)').waitFor()
  wasRefused(409)
  await incomplete.getByRole('button', { name: 'Create credit note…' }).click()
  await dialog('Credit note on R-00001').waitFor()
  await page.keyboard.press('Escape')

  for (const [name, file, start] of [
    ['UBL EN 16931', 'R-00001.xml', '<?xml'],
    ['PDF with e-invoice', 'R-00001.pdf', '%PDF'],
  ] as const) {
    const downloaded = page.waitForEvent('download')
    await choose(name)
    assert.equal((await downloaded).suggestedFilename(), file)
    assert.ok((await readFile(await (await downloaded).path(), 'latin1')).startsWith(start))
  }
})

test('a payment above the amount due is refused; a partial payment and the rest are recorded', async () => {
  await button('Record payment').click()
  const paying = dialog('Payment on R-00001')
  const amount = paying.getByLabel('Amount in EUR')
  assert.equal(await amount.inputValue(), '5978.36')
  await amount.fill('5978,37')
  await paying.getByRole('button', { name: 'Record payment' }).click()
  await paying.getByText('At most 5978.36 EUR is due.').waitFor()
  wasRefused(409)

  await amount.fill('1000')
  await paying.getByLabel('Payment method').selectOption('Bank transfer')
  await paying.getByLabel('Reference').fill('RF18 5390 0754 7034')
  await page.keyboard.press('Enter')
  await paying.waitFor({ state: 'detached' })
  await see('Partly paid')
  await page.getByRole('table', { name: 'Payments' }).getByText('RF18 5390 0754 7034').waitFor()

  await button('Record payment').click()
  assert.equal(await amount.inputValue(), '4978.36')
  await paying.getByRole('button', { name: 'Record payment' }).click()
  await see('Paid in full.')
  assert.equal(await button('Record payment').count(), 0)
})

test('a credit note covers part of a line, and the overpayment is refunded', async () => {
  await button('More actions').click()
  await page.getByRole('menuitem', { name: 'Create credit note…' }).click()
  const crediting = dialog('Credit note on R-00001')
  await crediting.getByLabel('Some lines').check()
  await crediting.getByRole('button', { name: 'Issue credit note' }).click()
  await crediting.getByText('Select at least one line').waitFor()
  await crediting.getByLabel('Gauze bandage', { exact: true }).check()
  const quantity = crediting.getByLabel('Quantity of Gauze bandage')
  assert.equal(await quantity.inputValue(), '3')
  await quantity.fill('4')
  await crediting.getByLabel('Reason').fill('One was returned')
  await crediting.getByRole('button', { name: 'Issue credit note' }).click()
  await crediting.locator('input[aria-invalid=true]').waitFor()
  wasRefused(409)
  await quantity.fill('1')
  await crediting.getByRole('button', { name: 'Issue credit note' }).click()
  await crediting.waitFor({ state: 'detached' })
  await page.getByRole('table', { name: 'Credit notes' }).getByText('One was returned').waitFor()

  await see('Refund due')
  await button('Record refund').click()
  const refunding = dialog('Refund on R-00001')
  assert.match(await refunding.getByLabel('Amount in EUR').inputValue(), /^\d/)
  await refunding.getByRole('button', { name: 'Record refund' }).click()
  await see('Paid in full.')
  await page.setViewportSize({ width: 360, height: 800 })
  assert.deepEqual(await seriousFindings(page), [])
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a refund is reversed with the keyboard, and both stay on the invoice', async () => {
  const payments = page.getByRole('table', { name: 'Payments' })
  await payments.getByRole('button', { name: /^Reverse the refund of/ }).focus()
  await page.keyboard.press('Enter')
  const reversing = dialog('Reverse the refund of')
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await reversing.locator('[aria-invalid=true]').waitFor()
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  await page.keyboard.type('Account closed')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await reversing.waitFor({ state: 'detached' })
  await payments.getByText('Account closed').waitFor()
  await payments.getByText('Reversed', { exact: true }).waitFor()
  assert.equal(await payments.getByRole('button', { name: /^Reverse the refund of/ }).count(), 0)
  await see('Refund due')
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 900 })
    assert.deepEqual(await seriousFindings(page), [])
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a void invoice shows its reason, keeps its number, and stays in the list', async () => {
  const line = { description: 'Consultation', quantity: '1', unitPrice: '50' }
  const wrong = await client.call(createInvoice, { patientId: patient.id, lines: [line] })
  const { invoiceSeries } = await client.call(getSettings)
  const old = { name: 'Old', prefix: 'O-', digits: 5 }
  await client.call(updateSettings, { invoiceSeries: [...invoiceSeries, old] })
  const late = {
    patientId: patient.id,
    lines: [line],
    series: 'Old',
    issueDate: '2026-01-01',
    dueDate: '2026-01-15',
  }
  await client.call(createInvoice, late)
  await client.call(updateSettings, { invoiceSeries })
  await arrive(page, `/billing/${wrong.id}`)
  await button('More actions').click()
  await page.getByRole('menuitem', { name: 'Void invoice…' }).click()
  const voiding = dialog('Void R-00002?')
  await voiding.getByLabel('Reason').fill('Made out to the wrong person')
  await voiding.getByRole('button', { name: 'Void invoice' }).click()
  await see('“Made out to the wrong person”')

  await arrive(page, '/billing')
  const rows = page.getByRole('table', { name: 'Invoices' }).getByRole('row')
  await rows.filter({ hasText: 'R-00002' }).getByText('Void').waitFor()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Overdue')
  await page.waitForURL('/billing?overdue=true')
  await rows.filter({ hasText: 'R-00002' }).waitFor({ state: 'detached' })
  await rows.filter({ hasText: 'O-00001' }).getByText('Overdue').waitFor()
  assert.equal(await rows.count(), 2)
})

test('a line credited by someone else in the meantime is reported, and each quantity stays with its line', async () => {
  const lines = ['Bandage', 'Splint', 'Sling'].map((description) => ({
    description,
    quantity: '2',
    unitPrice: '10',
  }))
  const { id, lines: issued } = await client.call(createInvoice, { patientId: patient.id, lines })
  const invoiceId = id ?? ''
  await arrive(page, `/billing/${invoiceId}?dialog=credit`)
  const crediting = dialog('Credit note on')
  await crediting.getByLabel('Some lines').check()
  await crediting.getByLabel('Quantity of Bandage').fill('2')
  await crediting.getByLabel('Quantity of Splint').fill('1')
  await crediting.getByLabel('Reason').fill('Did not fit')
  const bandage = { lineId: issued[0]?.id ?? '', quantity: '2' }
  await client.call(createCreditNote, { invoiceId, reason: 'Returned', lines: [bandage] })

  await crediting.getByRole('button', { name: 'Issue credit note' }).click()
  await crediting.getByRole('alert').filter({ hasText: 'Bandage: This line is already credited' }).waitFor()
  wasRefused(409)
  await crediting.getByLabel('Quantity of Bandage').waitFor({ state: 'detached' })
  assert.equal(await crediting.getByLabel('Quantity of Splint').inputValue(), '1')
  await crediting.getByRole('button', { name: 'Issue credit note' }).click()
  await crediting.waitFor({ state: 'detached' })
  const { creditNotes } = await client.call(getInvoice, { invoiceId })
  assert.deepEqual(
    creditNotes.at(-1)?.lines.map(({ lineId, quantity }) => [lineId, quantity]),
    [[issued[1]?.id, '1']],
  )
})
