// Billing from the settings to the statement, in one order: what a test creates is there for the next.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import {
  createCreditNote,
  createInvoice,
  createItem,
  createPatient,
  getSettings,
  type Invoice,
  type Patient,
  receiveStock,
  recordPayment,
  reversePayment,
  updateSettings,
} from '#contract'
import { ownerOf } from './testing/node.ts'
import { holdUp } from './testing/pages.ts'

const owner = ownerOf()
const {
  accessible,
  arrive,
  button,
  choose,
  dialog,
  download,
  field,
  focusIn,
  focusOn,
  focusOnHeading,
  inOrder,
  link,
} = owner
const { keepEditing, press, row, see, seeHeading, type, wasRefused } = owner
let patient: Patient

before(async () => {
  patient = await owner.client.call(createPatient, { givenName: 'Nora', familyName: 'Lindqvist' })
  const { id: itemId } = await owner.client.call(createItem, {
    sku: 'G-10',
    name: 'Gauze bandage',
    unit: 'piece',
  })
  const lines = [{ itemId, quantity: '5' }]
  await owner.client.call(receiveStock, { supplier: 'Medex', deliveryNote: 'D-1', lines })
})

const taxRate = (number: number) => owner.page.getByRole('group', { name: `Tax rate ${number}` })
const totals = () => owner.page.getByRole('region', { name: 'Totals' })
const table = (name: string) => owner.page.getByRole('table', { name })
/** Issues an invoice of that patient with a line for each description. */
async function issue(descriptions: string[], unitPrice: string, more: object = {}): Promise<Invoice> {
  const lines = descriptions.map((description) => ({ description, quantity: '2', unitPrice }))
  return (await owner.client.call(createInvoice, { patientId: patient.id, lines, ...more })) as Invoice
}

test('the settings of invoices are saved, and errors are shown at their fields', async () => {
  await arrive('/settings/organisation')
  await field('Payment terms (days)').fill('two weeks')
  await button('Save').click()
  await see('Enter a whole number of days, from 0 to 365')
  await field('Payment terms (days)').fill('14')
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
  await press('Enter')
  await see('Settings saved')
  const { taxRates, invoiceSeries } = await owner.client.call(getSettings)
  assert.deepEqual([taxRates.map(({ rate }) => rate), invoiceSeries[0]?.prefix], [['22', '7.5'], 'R-'])
})

test('what is typed while the settings are being saved stays, and is named as unsaved', async () => {
  await arrive('/settings/organisation')
  await field('Payment terms (days)').fill('21')
  const letGo = await holdUp(owner.page, 'PATCH')
  await Promise.all([
    owner.page.waitForRequest((request) => request.method() === 'PATCH'),
    button('Save').click(),
  ])
  await field('City').fill('Lübeck')
  await letGo()
  await see('Settings saved')
  assert.equal(await field('City').inputValue(), 'Lübeck')
  assert.equal((await owner.client.call(getSettings)).letterhead.city, 'Kiel')
  await field('Payment terms (days)').fill('30')
  await see('Unsaved: payment terms, letterhead')
  await button('Discard').press('Enter')
  await button('Save').waitFor({ state: 'detached' })
  assert.equal(await field('City').inputValue(), 'Kiel')
  await owner.page.getByRole('navigation', { name: 'Sections of this page' }).getByText('Numbering').click()
  await focusOnHeading('Numbering')
})

test('the focus goes into a row that is added to the settings, and is kept when one is removed', async () => {
  await arrive('/settings/organisation')
  for (const [add, added] of [
    ['Add tax rate', 'Tax rate 3'],
    ['Add invoice series', 'Invoice series 2'],
  ] as const) {
    await button(add).press('Enter')
    const first = owner.page.getByRole('group', { name: added }).getByRole('textbox').first()
    await first.and(owner.page.locator(':focus')).waitFor()
    await owner.page.getByRole('button', { name: `Remove ${added}` }).press('Enter')
    await focusOn(add)
  }
})

test('an invoice is written with the keyboard, shows its totals, and is saved as a draft', async () => {
  await arrive('/billing')
  await link('New invoice').press('Enter')
  await owner.page.getByRole('combobox', { name: 'Patient' }).and(owner.page.locator(':focus')).waitFor()
  await type('lindqvist')
  await owner.page.getByText('Press Enter to choose Nora Lindqvist').waitFor({ state: 'attached' })
  await press('Enter')
  await focusOn('Description, line 1')
  await type('Orthosis, fitted')
  await press('Enter')
  await type('16')
  await press('Enter')
  await type('348,35')
  await press('Tab')
  await type('4%')
  await totals().getByText('€6,527.81').waitFor()
  await press('Enter')
  await focusOn('Description, line 2')
  await type('G-10')
  await press('Enter')
  await focusOn('Quantity, line 2')
  await see('From stock: G-10, 5 piece on hand')
  await type('6')
  await press('Tab')
  await type('2')
  await see('Not enough of G-10 in Main: 6 needed, 5 on hand')
  wasRefused(409)
  await press('Shift+Tab')
  await type('3')
  await totals().getByText('€6,535.13').waitFor()
  await press('ArrowUp')
  await focusOn('Quantity, line 1')
  await press('Escape')
  await keepEditing(() => link('Projects').click())
  await inOrder('New invoice')
  await button('Save draft').press('Enter')
  await see('Draft saved')
  await see('A draft has no number')
})

test('a draft is edited as it was written, and errors are shown at their fields', async () => {
  await link('Edit').click()
  await seeHeading('Edit draft')
  await totals().getByText('€6,535.13').waitFor()
  assert.equal(await field('Discount, line 1').inputValue(), '4%')
  await see('From stock: G-10')
  await field('Date').fill('2999-12-31')
  await press('Tab')
  await see(/^Later than today, \d{4}-\d\d-\d\d$/)
  await field('Date').fill('')
  await press('Tab')
  await owner.gone(/^Later than today/)
  wasRefused(422)
  await button('Add line').click()
  await focusOn('Description, line 3')
  await type('Report')
  await totals().getByText('One line is not included yet.').waitFor()
  await button('Save draft').click()
  await focusOn('Price, line 3')
  await type('100')
  await field('Tax, line 3').selectOption('7.5% · Reduced')
  await button('Add invoice discount').click()
  await type('Goodwill')
  await press('Tab')
  await type('10%')
  await totals().getByText('€5,978.36').waitFor()
  await button('Save draft').click()
  await seeHeading('Draft invoice')
  await see('€5,978.36')
})

test('issuing asks first, takes items from stock, and offers a PDF', async () => {
  await button('Issue invoice…').click()
  await see('One line takes its item from stock', dialog('Issue this invoice?'))
  await button('Issue invoice', dialog('Issue this invoice?')).click()
  await seeHeading('Invoice R-00001')
  await see('Issued invoices can’t be edited.')
  await see('G-10', table('Stock movements'))
  await button('Download').click()
  await owner.assertPdf(owner.page.getByRole('menuitem', { name: 'PDF', exact: true }))
  await press('Escape')
})

test('what an e-invoice lacks is named, with where to enter it; complete ones are downloaded', async () => {
  await choose('Download', 'XRechnung')
  const incomplete = dialog('XRechnung could not be created')
  await see('Enter a contact (BR-DE-5)', incomplete)
  wasRefused(409)
  assert.equal(await link('Open settings', incomplete).getAttribute('href'), '/settings/organisation')
  await accessible()
  await press('Escape')
  const letterhead = {
    line: 'Hafenstraße 1',
    country: 'DE',
    taxId: 'DE123456789',
    postalCode: '24103',
    contactName: 'Front desk',
    phone: '0431 1234',
    email: 'desk@practice.example',
    iban: 'DE89370400440532013000',
  }
  await owner.client.call(updateSettings, { letterhead })
  for (const [name, file, start] of [
    ['UBL EN 16931', 'R-00001.xml', '<?xml'],
    ['PDF with e-invoice', 'R-00001.pdf', '%PDF'],
  ] as const) {
    const downloaded = await download(() => choose('Download', name))
    assert.equal(downloaded.name, file)
    assert.ok((await readFile(downloaded.path, 'latin1')).startsWith(start))
  }
})

test('a payment above the amount due is refused; a partial payment and the rest are recorded', async () => {
  const paying = dialog('Payment on R-00001')
  const amount = paying.getByLabel('Amount in EUR')
  await button('Record payment').click()
  assert.equal(await amount.inputValue(), '5978.36')
  await amount.fill('5978,37')
  await press('Enter')
  await see('At most 5978.36 EUR is due.', paying)
  wasRefused(409)
  await amount.fill('1000')
  await paying.getByLabel('Payment method').selectOption('Bank transfer')
  await paying.getByLabel('Reference').fill('RF18 5390 0754 7034')
  await press('Enter')
  await paying.waitFor({ state: 'detached' })
  await see('Partly paid')
  await see('RF18 5390 0754 7034', table('Payments'))
  await button('Record payment').click()
  await button('Record payment', paying).click()
  await see('Paid in full.')
  assert.equal(await button('Record payment').count(), 0)
})

test('a credit note covers part of a line, and the overpayment is refunded', async () => {
  await choose('More actions', 'Create credit note…')
  const crediting = dialog('Credit note on R-00001')
  await crediting.getByLabel('Some lines').check()
  await button('Issue credit note', crediting).click()
  await see('Select at least one line', crediting)
  await field('Gauze bandage', crediting).check()
  await crediting.getByLabel('Quantity of Gauze bandage').fill('4')
  await crediting.getByLabel('Reason').fill('One was returned')
  await button('Issue credit note', crediting).click()
  await crediting.locator('input[aria-invalid=true]').waitFor()
  wasRefused(409)
  await accessible()
  await crediting.getByLabel('Quantity of Gauze bandage').fill('1')
  await button('Issue credit note', crediting).click()
  await crediting.waitFor({ state: 'detached' })
  await see('One was returned', table('Credit notes'))
  await button('Record refund').click()
  await button('Record refund', dialog('Refund on R-00001')).click()
  await see('Paid in full.')
})

test('a refund is reversed with the keyboard, and both stay on the invoice', async () => {
  const reverse = table('Payments').getByRole('button', { name: /^Reverse the refund of/ })
  await reverse.press('Enter')
  await focusIn('textarea')
  await press('Tab', 'Tab', 'Enter')
  await focusIn('textarea[aria-invalid=true]')
  await type('Account closed')
  await press('Tab', 'Tab', 'Enter')
  await see('Account closed', table('Payments'))
  await table('Payments').getByText('Reversed', { exact: true }).waitFor()
  assert.equal(await reverse.count(), 0)
  await see('Refund due')
  await inOrder('Invoice R-00001')
})

test('a void invoice shows its reason, keeps its number, and stays in the list', async () => {
  const wrong = await issue(['Consultation'], '50')
  await arrive(`/billing/${wrong.id}`)
  await choose('More actions', 'Void invoice…')
  const voiding = dialog(`Void ${wrong.number}?`)
  await voiding.getByLabel('Reason').fill('Made out to the wrong person')
  await button('Void invoice', voiding).click()
  await see('“Made out to the wrong person”')
  await arrive('/billing')
  await see('Void', row(wrong.number!))
  await owner.page.getByRole('combobox', { name: 'Status' }).selectOption('Overdue')
  await owner.page.waitForURL('/billing?overdue=true')
  await row(wrong.number!).waitFor({ state: 'detached' })
})

test('a line credited by someone else in the meantime is reported, and each quantity stays with its line', async () => {
  const { id: invoiceId, lines } = await issue(['Bandage', 'Splint'], '10')
  await arrive(`/billing/${invoiceId}?dialog=credit`)
  const crediting = dialog('Credit note on')
  await crediting.getByLabel('Some lines').check()
  await crediting.getByLabel('Quantity of Bandage').fill('2')
  await crediting.getByLabel('Quantity of Splint').fill('1')
  await crediting.getByLabel('Reason').fill('Did not fit')
  const bandage = { lineId: lines[0]!.id!, quantity: '2' }
  await owner.client.call(createCreditNote, { invoiceId, reason: 'Returned', lines: [bandage] })
  await button('Issue credit note', crediting).click()
  await see('Bandage: This line is already credited', crediting.getByRole('alert'))
  wasRefused(409)
  await crediting.getByLabel('Quantity of Bandage').waitFor({ state: 'detached' })
  assert.equal(await crediting.getByLabel('Quantity of Splint').inputValue(), '1')
  await button('Issue credit note', crediting).click()
  await crediting.waitFor({ state: 'detached' })
})

test('an amount is credited with the keyboard alone, and the credit note has a page, a PDF and a place in its list', async () => {
  const { id, number } = await issue(['Consultation'], '80')
  await arrive(`/billing/${id}?dialog=credit`)
  const crediting = dialog(`Credit note on ${number}`)
  await crediting.getByLabel('Everything left').focus()
  await press('ArrowDown', 'ArrowDown', 'Tab')
  await type('26,70')
  await press('Tab')
  await type('Goodwill')
  await button('Issue credit note', crediting).press('Enter')
  await crediting.waitFor({ state: 'detached' })
  const credit = table('Credit notes').getByRole('link').first()
  const name = (await credit.textContent()) ?? ''
  await credit.press('Enter')
  await seeHeading(name)
  await see('€26.70')
  await button('Download').click()
  await owner.assertPdf(owner.page.getByRole('menuitem', { name: 'PDF', exact: true }))
  await press('Escape')
  await arrive('/billing/credit-notes')
  await owner.page.getByLabel('Search by number, invoice or name').fill(number!)
  await owner.page.waitForURL(`/billing/credit-notes?q=${number}`)
  await link(name).waitFor()
})

const payments = () => table('Payments').locator('tbody').getByRole('row')

test('payments are found, filtered and added up with the keyboard', async () => {
  const { id: patientId } = await owner.client.call(createPatient, { familyName: 'Okafor' })
  const pay = async (invoiceId: string, amount: string, more: object) =>
    (await owner.client.call(recordPayment, { invoiceId, amount, method: 'card', ...more })).payments.at(-1)!
      .id
  const { id: invoiceId } = await issue(['Visit'], '60', { patientId })
  await pay(invoiceId, '50', { receivedOn: '2026-03-01' })
  const debit = { method: 'direct_debit', receivedOn: '2026-02-01' }
  const paymentId = (await pay(invoiceId, '20.50', debit))!
  await owner.client.call(reversePayment, { paymentId, reason: 'The bank returned the debit' })
  patient = { ...patient, id: patientId }

  await arrive('/billing')
  await link('Payments').press('Enter')
  await focusOnHeading('Payments')
  await type('/')
  await focusIn('input[type=search]')
  await type('Okafor')
  await payments().nth(3).waitFor({ state: 'detached' })
  await payments().nth(2).waitFor()
  assert.equal(
    await owner.page.getByRole('status').filter({ hasText: 'Total' }).textContent(),
    'Total: €50.00',
  )
  await owner.page.getByRole('combobox', { name: 'Type' }).focus()
  await type('Reversed')
  await owner.page.waitForURL(/reversed=true/)
  await see('€20.50', payments().filter({ hasText: 'Direct debit' }))
  await payments().first().getByRole('link').first().press('Enter')
  await see('Visit')
})

test('the payments of a patient are listed, and all again', async () => {
  await arrive(`/billing/payments?patientId=${patient.id}&currency=EUR`)
  await see('Only payments of Okafor in EUR')
  await payments().nth(2).waitFor()
  await button('Show all').press('Enter')
  await payments().nth(3).waitFor()
  assert.equal(new URL(owner.page.url()).search, '')
})

test('the statement of a patient is opened with the keyboard, and limited to a period', async () => {
  const euro = owner.page.getByRole('main')
  await arrive(`/patients/${patient.id}`)
  await link('Statement').press('Enter')
  await focusOnHeading('Statement')
  await see('Amount due', euro)
  await field('From').fill('2026-03-01')
  await see('Opening balance on 1 Mar 2026')
  await field('To').fill('2026-02-01')
  await see('Before the start of the period, 2026-03-01')
  wasRefused(422)
  assert.equal(await link('PDF').count(), 0)
  await field('To').fill('2026-03-31')
  await see('Credit balance as of 31 Mar 2026', euro)
  const pdf = await owner.assertPdf(link('PDF'))
  assert.match(pdf.headers()['content-disposition'] ?? '', /statement-2026-03-01-2026-03-31\.pdf/)
  await euro
    .getByRole('link', { name: /^Payment on / })
    .first()
    .press('Enter')
  await seeHeading(/^Invoice /)
  await owner.page.goBack()
  await see('Credit balance as of 31 Mar 2026', euro)
})
