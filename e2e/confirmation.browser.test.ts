// Actions that need a confirmation. The server is made to ask by refusing the first call, as it does after two hours.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { listApiKeys } from '#contract'
import {
  clientOf,
  intercept,
  owner,
  type Pages,
  seriousFindings,
  signIn,
  startPages,
  withOwner,
} from './testing/pages.ts'

const path = '/settings/api-keys'
let pages: Pages
let page: Page

before(async () => {
  pages = await startPages(withOwner)
  page = await pages.open({ reducedMotion: 'reduce' })
  await signIn(page, path)
})
after(() => pages.close())

const problem = {
  status: 403,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: '/api/docs#confirmation_required',
    title: 'Confirmation required',
    status: 403,
    detail: 'Confirm that it is you.',
    code: 'confirmation_required',
  }),
}

/** Refuses new keys until the server has confirmed the session. */
async function requireConfirmation(): Promise<void> {
  let isConfirmed = false
  page.on('response', (response) => {
    if (response.url().endsWith('/api/auth/confirm') && response.status() === 204) isConfirmed = true
  })
  await page.unrouteAll()
  await intercept(page, '**/api/api-keys', (route: Route) =>
    route.request().method() === 'POST' && !isConfirmed ? route.fulfill(problem) : route.fallback(),
  )
}

const asking = () => page.getByRole('dialog', { name: 'Confirm that it’s you' })

async function createKey(name: string): Promise<void> {
  await page.getByRole('button', { name: 'New API key', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Create key', exact: true }).click()
}

const namesOfKeys = async () => (await (await clientOf(page)).call(listApiKeys)).data.map(({ name }) => name)

test('by keyboard: the dialog asks for the password, and the action continues once it is right', async () => {
  await requireConfirmation()
  await createKey('Nightly export')
  await asking().waitFor()
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await asking().getByText('Wrong password.').waitFor()
  await asking().getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copy token', exact: true }).waitFor()
  await asking().waitFor({ state: 'detached' })
  assert.deepEqual(await namesOfKeys(), ['Nightly export'])
  await page.getByRole('button', { name: 'Copy token', exact: true }).click()
  await page.getByRole('button', { name: 'I have stored it', exact: true }).click()
})

test('canceled, nothing happens and the form keeps what was entered', async () => {
  await requireConfirmation()
  await createKey('Not confirmed')
  await asking().waitFor()
  await page.keyboard.press('Escape')
  await asking().waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Not confirmed')
  assert.deepEqual(await namesOfKeys(), ['Nightly export'])
})

test('axe finds nothing serious in the dialog, light or dark, on a desk or a telephone', async () => {
  await page.getByRole('button', { name: 'Create key', exact: true }).click()
  await asking().waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 360]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      assert.deepEqual(await seriousFindings(page, '[role=dialog]'), [])
    }
  }
})
