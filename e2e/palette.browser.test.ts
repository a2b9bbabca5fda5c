// The search over all records, and the pages and actions that it finds with them.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createItem, createPatient, createProject } from '#contract'
import { ownerOf } from './testing/node.ts'
import { intercept, seriousFindings } from './testing/pages.ts'

const on = ownerOf()
const { arrive, focusOn } = on
let page: Page

/** The newest of two patients with the same name. */
let patientId: string

before(async () => {
  page = on.page
  await page.goto('/projects')
  const { client } = on
  await client.call(createPatient, { givenName: 'Ann', familyName: 'Hollowbread' })
  patientId = (await client.call(createPatient, { givenName: 'Bea', familyName: 'Hollowbread' })).id
  await client.call(createItem, { sku: 'AMX-500', name: 'Amoxicillin 500 mg', unit: 'box' })
  await client.call(createProject, { name: 'Interviews' })
  await arrive('/projects')
})

const palette = () => page.getByRole('dialog', { name: 'Search' })
const line = (text: string) => palette().getByRole('option').filter({ hasText: text })
const selected = () => palette().locator('[data-combobox-selected]')

async function openPalette(): Promise<void> {
  await page.keyboard.press('Control+k')
  await focusOn('Search records, pages and actions')
}

async function assertClosed(): Promise<void> {
  await palette().waitFor({ state: 'detached' })
}

test('a name and Enter open the record, however fast they are typed', async () => {
  await openPalette()
  await page.keyboard.type('hollowb')
  await page.keyboard.press('Enter')
  await page.waitForURL(`/patients/${patientId}`)
  await focusOn('Bea Hollowbread')
  await assertClosed()
})

test('everybody of the name is listed, newest first, with what can be done with the first', async () => {
  await openPalette()
  await page.keyboard.type('hollowbraed')
  await line('New invoice for Bea Hollowbread').waitFor()
  assert.deepEqual(
    (await line('Hollowbread').allTextContents()).map((text) => text.replace(/Patient$/, '')),
    ['Bea Hollowbread', 'Ann Hollowbread', 'New invoice for Bea Hollowbread', 'Statement of Bea Hollowbread'],
  )
  assert.match((await selected().textContent()) ?? '', /^Bea/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`/billing/new?patient=${patientId}`)
  await assertClosed()
  await focusOn('Description, line 1')
})

test('pages and actions come first, and records below them', async () => {
  await openPalette()
  await page.keyboard.type('in')
  await line('InterviewsProject').waitFor()
  const texts = await palette().getByRole('option').allTextContents()
  assert.equal(texts[0], 'Inventory')
  assert.ok(texts.indexOf('InterviewsProject') >= 1, texts.join())
  await page.keyboard.press('Enter')
  await page.waitForURL('/inventory')
  await assertClosed()
})

test('it opens above a field, is accessible, and closes by Escape or the same keys', async () => {
  await arrive('/projects')
  const field = page.getByRole('searchbox')
  await field.focus()
  await openPalette()
  await page.keyboard.type('amox')
  await line('AMX-500').waitFor()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      assert.deepEqual(await seriousFindings(page), [], `${colorScheme}, ${width} px`)
    }
  }
  await page.keyboard.press('Escape')
  await assertClosed()
  await page.waitForFunction(() => document.activeElement?.matches('input[type=search]'))
  await openPalette()
  await page.keyboard.press('Control+k')
  await assertClosed()
})

test('it says that nothing was found, or that the search failed', async () => {
  await openPalette()
  await page.keyboard.type('xylophone')
  await palette().getByText('No results').waitFor()
  await intercept(page, '**/api/search?*', (route) => route.fulfill({ status: 403, json: {} }))
  await page.keyboard.type('s')
  await palette().getByText('The search failed. Type again to retry.').waitFor()
  await page.unroute('**/api/search?*')
  await page.keyboard.press('Backspace')
  await palette().getByText('No results').waitFor()
  await page.keyboard.press('Escape')
  await assertClosed()
  on.wasRefused(403)
})
