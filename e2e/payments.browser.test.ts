// The list of payments, on one node and in one order: what a test makes is there for the next.
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
