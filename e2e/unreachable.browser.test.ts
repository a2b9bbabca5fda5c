// What pages do while the server cannot be reached, and once it can be again.
import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createProject, listProjects } from '#contract'
import { ownerOf } from './testing/node.ts'
import { intercept } from './testing/pages.ts'

// The browser complains of each request without a response.
afterEach(() => on.pages.complaints.splice(0))
const on = ownerOf()
const { arrive, inOrder, link } = on
let page: Page

before(async () => {
  page = on.page
  await page.goto('/projects')
  await on.client.call(createProject, { name: 'Interviews' })
})

const notice = () => page.getByRole('status').filter({ hasText: 'Aerie cannot be reached. Trying again…' })
const alert = (what: string) => page.getByRole('alert').filter({ hasText: what })

/** Cuts the connection for what the page requests by these addresses. @returns repairs it */
async function cut(addresses: string): Promise<() => Promise<void>> {
  await intercept(page, addresses, (route) => route.abort('connectionrefused'))
  return () => page.unroute(addresses)
}
/** Tells the page what browsers tell it once there is a network again, so that nothing waits for the next check. */
const comeOnline = () => page.evaluate(() => void dispatchEvent(new Event('online')))

describe('without a connection', () => {
  beforeEach(async () => {
    await page.unrouteAll()
    await arrive('/settings/account')
  })

  test('a list reports it at once, and is loaded by itself when the browser is online again', async () => {
    await link('Projects').hover()
    const repair = await cut('**/api/**')
    let attempts = 0
    page.on('request', (request) => (attempts += Number(request.url().includes('/api/projects'))))
    await link('Projects').click()
    await alert('Projects could not be loaded').getByText('Aerie cannot be reached').waitFor()
    assert.equal(attempts, 1)
    await notice().waitFor()
    await inOrder('Projects')

    await repair()
    await comeOnline()
    await link('Interviews').waitFor()
    await notice().waitFor({ state: 'detached' })
  })

  test('a record is loaded by itself, too, without any sign from the browser', async () => {
    await link('Projects').click()
    await link('Interviews').hover()
    const repair = await cut('**/api/projects/*')
    await link('Interviews').click()
    await page.getByRole('alert').getByText('Aerie cannot be reached').waitFor()
    await repair()
    await page.getByRole('heading', { level: 1, name: 'Interviews' }).waitFor()
  })

  test('a response of a proxy counts as none', async () => {
    const unavailable = { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }
    await intercept(page, '**/api/**', (route) => route.fulfill(unavailable))
    await link('Projects').click()
    await alert('Projects could not be loaded').getByText('Aerie cannot be reached').waitFor()
    await page.unroute('**/api/**')
    await comeOnline()
    await link('Interviews').waitFor()
  })

  test('the code of a page is loaded once there is a connection', async () => {
    const repair = await cut('**/*')
    await link('Audit log').click()
    await notice().waitFor()
    await repair()
    await comeOnline()
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  })

  test('a page whose code is gone since the server was updated is loaded anew, by itself', async () => {
    let isUpdated = false
    await intercept(page, '**/*', (route) => {
      isUpdated ||= route.request().resourceType() === 'document'
      const isGone = !isUpdated && route.request().url().includes('/assets/')
      return isGone ? route.fulfill({ status: 404 }) : route.fallback()
    })
    await link('Audit log').click()
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
    assert.ok(isUpdated)
  })

  test('a page that opens without an API says so, and continues by itself', async () => {
    const repair = await cut('**/api/**')
    await page.goto('/projects')
    await page.getByRole('alert').getByText('Aerie cannot be reached').waitFor()
    await repair()
    await comeOnline()
    await link('Interviews').waitFor()
  })

  test('what was typed and what is on the page stay, until there is a connection', async () => {
    await link('Projects').click()
    await page.getByRole('button', { name: 'New project' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Typed without a connection')
    const repair = await cut('**/api/**')
    await page.keyboard.press('Enter')
    await dialog.getByText('Aerie cannot be reached').waitFor()
    await notice().waitFor()
    const rows = page.getByRole('table', { name: 'Projects', includeHidden: true })
    assert.match(String(await rows.textContent()), /Interviews/)

    const { client } = on
    await client.call(createProject, { name: 'Added meanwhile' })
    await repair()
    await comeOnline()
    await rows.getByText('Added meanwhile').waitFor()
    await notice().waitFor({ state: 'detached' })
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Typed without a connection')
    await dialog.getByLabel('Name').press('Enter')
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await client.call(listProjects, { q: 'Typed' })).data.length, 1)
  })
})
