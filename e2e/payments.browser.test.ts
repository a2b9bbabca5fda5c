// The list of payments and the statement of a patient, on one node and in one order: what a test makes is there for the next.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Client } from '#client'
import { createInvoice, createPatient, recordPayment, reversePayment } from '#contract'
import { assertStates } from './testing/list-states.ts'
import { arrive, assertInOrder, focusOn } from './testing/looks.ts'
import { clientOf, type Pages, signIn, startPages, withOwner } from './testing/pages.ts'

let pages: Pages
let page: Page
let client: Client
let patientId: string

before(async () => {
  pages = await startPages(withOwner)
  page = await pages.open({ reducedMotion: 'reduce' })
  await signIn(page, '/billing')
  client = await clientOf(page)
  patientId = (await client.call(createPatient, { givenName: 'Nora', familyName: 'Lindqvist' })).id
  const bill = async (more: object = {}) => {
    const lines = [{ description: 'Consultation', quantity: '1', unitPrice: '120' }]
    return (await client.call(createInvoice, { patientId, lines, ...more })).id ?? ''
  }
  const pay = async (invoiceId: string, amount: string, more: object) => {
    const payment = { invoiceId, amount, method: 'card', receivedOn: '2026-03-01', ...more } as const
    return (await client.call(recordPayment, payment)).payments.at(-1)?.id ?? ''
  }
  const invoiceId = await bill()
  await pay(invoiceId, '50', { reference: 'RF18 5390 0754 7034' })
  const paymentId = await pay(invoiceId, '20.50', { method: 'direct_debit', receivedOn: '2026-02-01' })
  await client.call(reversePayment, { paymentId, reason: 'The bank returned the debit' })
  await pay(await bill({ currency: 'JPY', payer: { name: 'شركة التأمين الصحي' } }), '100', {
    method: 'transfer',
  })
})
after(() => pages.close())
afterEach(() => assert.deepEqual(pages.complaints.splice(0), []))

const rows = () => page.getByRole('table', { name: 'Payments' }).locator('tbody').getByRole('row')
const total = () => page.getByRole('status').filter({ hasText: 'Total' })

test('the payments are found, filtered and added up with the keyboard', async () => {
  await arrive(page, '/billing')
  await page.getByRole('link', { name: 'Payments' }).press('Enter')
  await focusOn(page, 'Payments')
  await rows().nth(3).waitFor()
  assert.equal(await total().textContent(), 'Total: €50.00, JP¥100')
  const type = page.getByRole('combobox', { name: 'Type' })
  await type.focus()
  await page.keyboard.type('Reversed')
  await page.waitForURL('/billing/payments?reversed=true')
  await rows().nth(1).waitFor({ state: 'detached' })
  await rows().filter({ hasText: 'Direct debit' }).getByText('€20.50').waitFor()
  await page.keyboard.press('ArrowUp')
  await page.waitForURL('/billing/payments?kind=reversal')
  await rows().getByText('The bank returned the debit').waitFor()
  await page.keyboard.press('Home')
  await page.waitForURL('/billing/payments')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('التأمين')
  await rows().nth(1).waitFor({ state: 'detached' })
  await rows().getByText('Nora Lindqvist').waitFor()
  assert.equal(await total().textContent(), 'Total: JP¥100')
})

test('a row leads to its invoice', async () => {
  await arrive(page, '/billing/payments?q=RF18')
  await rows().getByRole('link').press('Enter')
  await page.getByRole('heading', { name: /^Invoice INV-/ }).waitFor()
  await page.getByRole('table', { name: 'Payments' }).getByText('RF18 5390 0754 7034').waitFor()
})

test('the payments of a patient are listed, and all again', async () => {
  await arrive(page, `/billing/payments?patientId=${patientId}&currency=EUR`)
  await page.getByText('Only payments of Nora Lindqvist in EUR').waitFor()
  await rows().nth(2).waitFor()
  assert.equal(await rows().count(), 3)
  await page.getByRole('button', { name: 'Show all' }).press('Enter')
  await rows().nth(3).waitFor()
  assert.equal(new URL(page.url()).search, '')
})

test('the page of payments is in order in light and dark, wide and narrow', async () => {
  await arrive(page, '/billing/payments')
  await assertInOrder(page, 'Payments')
})

test('the list of payments says whether it loads, failed, is empty or matches nothing', async () => {
  await assertStates(page, {
    label: 'Payments',
    path: '/billing/payments',
    api: '/api/billing/payments',
    empty: 'No payments yet',
    nothing: 'q=zzz',
  })
  // The console about the refusal.
  assert.equal(pages.complaints.splice(0).length, 1)
})

const entriesIn = (currency: string) =>
  page
    .getByRole('table', { name: `Entries in ${currency}` })
    .locator('tbody')
    .getByRole('row')
const region = (name: string) => page.getByRole('region', { name })

test('the statement of a patient is opened with the keyboard, and limited to a period', async () => {
  await arrive(page, `/patients/${patientId}`)
  await page.getByRole('link', { name: 'Statement' }).press('Enter')
  await focusOn(page, 'Statement')
  await region('Euro').getByText('Amount due').waitFor()
  await entriesIn('EUR').nth(3).waitFor()
  assert.equal(await entriesIn('EUR').last().getByRole('cell').last().textContent(), 'Balance€70.00')
  await region('Japanese Yen').getByText('Bank transfer').waitFor()

  const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })]
  await from.fill('2026-03-01')
  await page.getByText('Opening balance on 1 Mar 2026').first().waitFor()
  await region('Euro').getByText('-€20.50').first().waitFor()
  await to.fill('2026-02-01')
  await page.getByText('Before the start of the period, 2026-03-01').waitFor()
  assert.equal(await page.getByRole('link', { name: 'PDF' }).count(), 0)
  assert.equal(pages.complaints.splice(0).length, 1)
  await to.fill('2026-03-31')
  await region('Euro').getByText('Credit balance as of 31 Mar 2026').waitFor()
  await entriesIn('EUR').nth(1).waitFor({ state: 'detached' })

  await entriesIn('EUR')
    .getByRole('link', { name: /^Payment on INV-/ })
    .press('Enter')
  await page.getByRole('heading', { name: /^Invoice INV-/ }).waitFor()
  await page.goBack()
  await region('Euro').getByText('Credit balance as of 31 Mar 2026').waitFor()
})

test('the statement is a PDF of the same period', async () => {
  const link = page.getByRole('link', { name: 'PDF' })
  assert.equal(await link.getAttribute('target'), '_blank')
  const href = (await link.getAttribute('href')) ?? ''
  assert.equal(href, `/api/patients/${patientId}/statement/pdf?from=2026-03-01&to=2026-03-31`)
  const pdf = await page.request.get(href)
  assert.match(pdf.headers()['content-disposition'] ?? '', /statement-2026-03-01-2026-03-31\.pdf/)
  assert.equal((await pdf.body()).subarray(0, 4).toString(), '%PDF')
})

test('the statement is in order in light and dark, wide and narrow, with entries and without', async () => {
  await arrive(page, `/patients/${patientId}/statement`)
  await assertInOrder(page, 'Statement')
  const { id } = await client.call(createPatient, { familyName: 'أحمد' })
  await arrive(page, `/patients/${id}/statement`)
  await page.getByText('No invoices yet').waitFor()
  await assertInOrder(page, 'Statement')
})

test('the statement is printed without the navigation', async () => {
  await arrive(page, `/patients/${patientId}/statement`)
  await page.emulateMedia({ media: 'print' })
  await entriesIn('EUR').first().waitFor()
  assert.equal(await page.getByRole('link', { name: 'Projects' }).isVisible(), false)
  assert.equal(await page.getByRole('link', { name: 'PDF' }).isVisible(), false)
  await page.emulateMedia({ media: 'screen' })
})
