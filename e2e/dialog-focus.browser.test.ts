// Where the focus is in a dialog: when it opens, whose code is only loaded then, when it fails, and without its code.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createProject, createSource } from '#contract'
import { arrive as arriveAt, focusOn } from './testing/looks.ts'
import { dropComplaints, ownerOf } from './testing/node.ts'
import { intercept } from './testing/pages.ts'

const on = ownerOf()
const { arrive } = on
let page: Page

let source: string

before(async () => {
  page = on.page
  await page.goto('/projects')
  const { client } = on
  const { id: projectId } = await client.call(createProject, { name: 'Interviews' })
  const { id } = await client.call(createSource, { projectId, title: 'A call', text: 'Hello.' })
  source = `/projects/${projectId}/sources/${id}`
})

test('the first field of a dialog has the focus, and then its button again', async () => {
  await page.goto(source)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit details' })
  await dialog.getByLabel('Title', { exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(await page.locator(':focus').textContent(), 'Edit')
})

test('a dialog that loads its form focuses the first field', async () => {
  await page.goto('/settings/api-keys')
  await page.getByRole('button', { name: 'New API key' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor()
})

const unavailable = { status: 503, json: { title: 'Unavailable', status: 503, code: 'busy' } }
for (const [how, complaint, answer] of [
  ['is refused by the server', 'status of 503', unavailable],
  ['never arrives', 'ERR_CONNECTION_REFUSED', undefined],
] as const)
  test(`a save that ${how} keeps the focus and the input in the dialog`, async () => {
    await arrive(source)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit details' })
    await dialog.getByLabel('Title', { exact: true }).fill('Not yet saved')
    const { promise: mayFail, resolve: fail } = Promise.withResolvers<void>()
    await intercept(page, '**/api/**', async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      await mayFail
      return answer ? route.fulfill(answer) : route.abort('connectionrefused')
    })
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    const busy = dialog.locator('button[aria-disabled="true"]')
    await busy.and(page.locator(':focus')).waitFor()
    fail()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).and(page.locator(':focus')).waitFor()
    assert.equal(await dialog.getByLabel('Title', { exact: true }).inputValue(), 'Not yet saved')
    await page.unroute('**/api/**')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    dropComplaints(on.pages, complaint)
  })

test('a deletion that fails keeps the focus in its question', async () => {
  await arrive(source)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog')
  await intercept(page, '**/api/sources/**', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500 }) : route.fallback(),
  )
  const button = question.getByRole('button', { name: /^Delete/ })
  await button.press('Enter')
  await question.getByRole('alert').waitFor()
  await button.and(page.locator(':focus')).waitFor()
  await page.unroute('**/api/sources/**')
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  on.wasRefused(500)
})

test('a form keeps its input, if parts of it cannot be loaded since the server was updated', async () => {
  const fresh = await on.pages.open({ storageState: await page.context().storageState() })
  await arriveAt(fresh, '/patients?dialog=new')
  const dialog = fresh.getByRole('dialog', { name: 'New patient' })
  await dialog.getByLabel('Family name').fill('Lovelace')
  await intercept(fresh, '**/assets/**', (route) => route.fulfill({ status: 404 }))
  await dialog.getByRole('button', { name: 'Open calendar' }).press('Enter')
  const missing = fresh.getByRole('alert').filter({ hasText: 'This could not be loaded' })
  await missing.waitFor()
  await fresh.keyboard.press('Escape')
  await missing.waitFor({ state: 'detached' })
  await focusOn(fresh, 'Open calendar')
  await dialog.getByLabel('Date of birth').fill('10.12.1985')
  // Without the code of its question, the browser asks.
  const asked = fresh.waitForEvent('dialog').then(async (question) => {
    await question.dismiss()
    return question.message()
  })
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  assert.match(await asked, /Leave without saving/)
  assert.equal(await dialog.getByLabel('Family name').inputValue(), 'Lovelace')
  await fresh.unroute('**/assets/**')
  await dialog.getByLabel('Family name').press('Enter')
  await fresh.getByRole('heading', { level: 1, name: 'Lovelace' }).waitFor()
  await fresh.context().close()
  on.wasRefused(404)
  dropComplaints(on.pages, 'Failed to fetch dynamically imported module')
})
