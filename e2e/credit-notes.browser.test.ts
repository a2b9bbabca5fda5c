// Credit notes as documents: created by amount with the keyboard, listed, opened and downloaded.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createInvoice, createPatient, getCreditNotePdf, type Invoice } from '#contract'
import { assertStates } from './testing/list-states.ts'
import { arrive, assertInOrder } from './testing/looks.ts'
import { clientOf, type Pages, signIn, startPages, withOwner } from './testing/pages.ts'

let pages: Pages
let page: Page
let invoice: Invoice

before(async () => {
  pages = await startPages(withOwner)
  page = await pages.open({ reducedMotion: 'reduce' })
  await signIn(page, '/billing')
  const client = await clientOf(page)
  const { id: patientId } = await client.call(createPatient, { givenName: 'Mira', familyName: 'Okafor' })
  const line = (description: string, unitPrice: string, taxRate: string) => ({
    description,
    quantity: 1,
    unitPrice,
    taxRate,
  })
  const lines = [line('Consultation', '80', '20'), line('Bandage', '10', '7')]
  invoice = (await client.call(createInvoice, { patientId, lines })) as Invoice
})
after(() => pages.close())
afterEach(() => assert.deepEqual(pages.complaints.splice(0), []))

test('an amount is credited with the keyboard alone', async () => {
  await arrive(page, `/billing/${invoice.id}?dialog=credit`)
  const crediting = page.getByRole('dialog', { name: `Credit note on ${invoice.number}` })
  const everything = crediting.getByLabel('Everything left')
  await everything.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const amount = crediting.getByLabel('Amount in EUR')
  await amount.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type('106,71')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Goodwill')
  const issue = crediting.getByRole('button', { name: 'Issue credit note' })
  await issue.focus()
  await page.keyboard.press('Enter')
  await crediting.getByText('Only 106.70 left to credit').waitFor()
  assert.equal(pages.complaints.splice(0).length, 1)
  await amount.fill('26.7')
  await issue.focus()
  await page.keyboard.press('Enter')
  await crediting.waitFor({ state: 'detached' })
  const link = page.getByRole('table', { name: 'Credit notes' }).getByRole('link', { name: 'CN-00001' })
  await link.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'CN-00001' }).waitFor()
})

test('the page of a credit note shows its lines, totals and invoice, and has its files', async () => {
  const lines = page.getByRole('table', { name: 'Lines' })
  await lines.getByText('Consultation').waitFor()
  await page.getByText('€26.70').first().waitFor()
  await page.getByRole('button', { name: 'Download' }).click()
  const href = await page.getByRole('menuitem', { name: 'PDF', exact: true }).getAttribute('href')
  assert.equal(href, getCreditNotePdf.path.replace(':creditNoteId', page.url().split('/').at(-1) ?? ''))
  assert.equal((await (await page.request.get(href)).body()).subarray(0, 4).toString(), '%PDF')
  await assertInOrder(page, 'Credit note CN-00001')
  await page.getByRole('link', { name: invoice.number! }).click()
  await page.getByRole('heading', { name: invoice.number! }).waitFor()
})

test('the list of credit notes is in order in light and dark, wide and narrow', async () => {
  await arrive(page, '/billing')
  await page.getByRole('link', { name: 'Credit notes' }).click()
  await page.waitForURL('/billing/credit-notes')
  await page.getByLabel('Search by number, invoice or name').fill(invoice.number!)
  await page.waitForURL(`/billing/credit-notes?q=${invoice.number}`)
  await page.getByRole('link', { name: 'CN-00001' }).waitFor()
  // Rows are faded while the filter loads.
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  await assertInOrder(page, 'Credit notes')
})

test('the list of credit notes says whether it loads, failed, is empty or matches nothing', async () => {
  await assertStates(page, {
    label: 'Credit notes',
    path: '/billing/credit-notes',
    api: '/api/billing/credit-notes',
    empty: 'No credit notes yet',
    nothing: 'q=zzz',
  })
  // The console about the refusal.
  assert.equal(pages.complaints.splice(0).length, 1)
})
