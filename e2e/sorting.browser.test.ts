// Lists that column headings sort, and the totals above them.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createInvoice, createPatient } from '#contract'
import { ownerOf } from './testing/node.ts'

const on = ownerOf()
const { arrive, inOrder } = on
let page: Page

before(async () => {
  page = on.page
  await page.goto('/projects')
  const { client } = on
  for (const [familyName, day] of [
    ['Berg', '02'],
    ['Conti', '01'],
    ['Adler', '03'],
  ] as const) {
    const { id: patientId } = await client.call(createPatient, { givenName: 'Ada', familyName })
    await client.call(createInvoice, {
      patientId,
      issueDate: '2025-01-01',
      dueDate: `2025-02-${day}`,
      lines: [{ description: 'Consultation', quantity: '1', unitPrice: '100', taxRate: '0' }],
    })
  }
})

/** Waits until the rows are in this order. */
async function seeInOrder(...names: string[]): Promise<void> {
  await page.waitForFunction((names) => {
    const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent)
    return rows.length === names.length && names.every((name, place) => rows[place]!.includes(name))
  }, names)
}
const heading = (name: string) => page.getByRole('columnheader', { name })
const sortBy = (name: string) => heading(name).getByRole('button').press('Enter')

test('invoices are sorted by a heading: up, down, and then as usual', async () => {
  await arrive('/billing')
  await seeInOrder('Adler', 'Conti', 'Berg')
  await page.getByText('Outstanding: €300.00 · Overdue: €300.00').waitFor()
  assert.equal(await heading('Due').first().getAttribute('aria-sort'), null)

  await sortBy('Due')
  await seeInOrder('Conti', 'Berg', 'Adler')
  assert.equal(await page.locator('th[aria-sort="ascending"]').textContent(), 'Due ↑')
  assert.equal(new URL(page.url()).search, '?sort=dueDate')
  await inOrder('Billing')
  await sortBy('Due')
  await seeInOrder('Adler', 'Berg', 'Conti')
  await page.reload()
  await seeInOrder('Adler', 'Berg', 'Conti')
  assert.equal(await page.locator('th[aria-sort="descending"]').textContent(), 'Due ↓')
  await sortBy('Due')
  await seeInOrder('Adler', 'Conti', 'Berg')
})

test('patients are sorted by name, and search results by their match', async () => {
  await arrive('/patients')
  await sortBy('Name')
  await seeInOrder('Adler', 'Berg', 'Conti')
  await page.getByRole('searchbox', { name: 'Search patients' }).fill('Berg')
  await seeInOrder('Berg')
  assert.equal(await heading('Name').getByRole('button').count(), 0)
})
