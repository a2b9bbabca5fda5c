// The page of a key, on one node and in one order: what a test makes is there for the next.
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Client } from '#client'
import {
  acceptInvitation,
  createApiKey,
  createInvitation,
  getApiKey,
  getApiKeyUsage,
  listApiKeys,
  type Output,
} from '#contract'
import { bearer, rawCall, until, untilDayIsLong } from '#testing'
import { arrive, assertInOrder, focusOn } from './testing/looks.ts'
import { clientOf, owner, type Pages, signIn, startPages, withOwner } from './testing/pages.ts'

let pages: Pages
let page: Page
let client: Client
let key: Output<typeof createApiKey>

before(async () => {
  pages = await startPages(withOwner)
  page = await pages.open({ reducedMotion: 'reduce' })
  await signIn(page, '/settings/api-keys')
  client = await clientOf(page)
  key = await client.call(createApiKey, { name: 'Nightly export', expiresInDays: 90 })
})
after(() => pages.close())

const see = (text: string | RegExp) => page.getByText(text).first().waitFor()
const button = (name: string) => page.getByRole('button', { name, exact: true })
const fact = (name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: name }) })
    .locator('dd')

/** Calls with the key from an address of this machine. */
const call = (path: string, address = '127.0.0.1') =>
  rawCall(pages.node.url, path, {
    agent: new Agent({ localAddress: address }),
    headers: { ...bearer(key.token), 'user-agent': 'export.py/1.0' },
  })

/** Waits until so many calls are counted. */
const counted = (calls: number) =>
  until(
    async () => (await client.call(getApiKeyUsage, { keyId: key.id, days: 1 })).days[0]?.calls,
    (count) => count === calls,
  )

test('a key that was never used has a page that says so', async () => {
  await arrive(page, '/settings/api-keys')
  await see('No calls')
  await page.getByRole('link', { name: 'Nightly export' }).press('Enter')
  await page.waitForURL(`/settings/api-keys/${key.id}`)
  await focusOn(page, 'Nightly export')
  await see('No calls in the last 30 days.')
  await see('No networks yet')
  await assertInOrder(page, 'Nightly export')
})

test('the page shows calls, refusals and where they came from', async () => {
  await untilDayIsLong()
  for (let n = 0; n < 5; n++) await call(n < 2 ? '/api/nothing' : '/api/me')
  await counted(5)
  await arrive(page, `/settings/api-keys/${key.id}`)
  assert.equal(await fact('Calls').innerText(), '5')
  assert.equal(await fact('Refused (4xx)').innerText(), '2')
  assert.equal(await fact('Failed (5xx)').innerText(), '0')
  assert.equal(await fact('Last address').innerText(), '127.0.0.1')
  assert.equal(await fact('Last user agent').innerText(), 'export.py/1.0')
  await page.locator('summary').press('Enter')
  const row = page.getByRole('table', { name: 'Calls per day' }).getByRole('row').nth(1)
  assert.deepEqual((await row.getByRole('cell').allTextContents()).slice(-3), ['5', '2', '0'])
  await page.getByRole('row', { name: '127.0.0.0/24' }).waitFor()
  assert.equal(await page.getByText('New network').count(), 0)
  await assertInOrder(page, 'Nightly export')
})

test('ninety days are chosen by keyboard, and are in the address', async () => {
  await page.getByRole('radio', { name: '30 days' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(`/settings/api-keys/${key.id}?days=90`)
  assert.equal(await fact('Calls').innerText(), '5')
  await page.reload()
  await page.getByRole('radio', { name: '90 days', checked: true }).waitFor({ state: 'attached' })
})

test('a call from another network is flagged on the page and in the list', async () => {
  await call('/api/me', '127.1.2.3')
  await counted(6)
  await arrive(page, `/settings/api-keys/${key.id}`)
  await page.getByRole('row', { name: '127.1.2.0/24 New network' }).waitFor()
  await see('Revoke it if you do not recognize the new one.')
  await assertInOrder(page, 'Nightly export')
  await page.getByRole('link', { name: 'API keys' }).first().press('Enter')
  await page.getByRole('row').filter({ hasText: 'New network' }).getByText('6 calls').waitFor()
  await page.getByRole('img', { name: /^At most 6 calls a day, on .*\. 6 today\.$/ }).waitFor()
  await assertInOrder(page, 'API keys')
})

test('the key is rotated and revoked on its page, by keyboard', async () => {
  await arrive(page, `/settings/api-keys/${key.id}`)
  await button('Rotate').press('Enter')
  await page.getByRole('dialog', { name: 'Rotate key' }).waitFor()
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Nightly export (v2)')
  await button('Create key').press('Enter')
  await button('I have stored it').press('Enter')
  await see('New key unused')
  assert.equal(await button('Rotate').count(), 0)

  await button('Revoke').press('Enter')
  await page.getByRole('dialog', { name: 'Revoke “Nightly export”?' }).waitFor()
  await button('Revoke key').press('Enter')
  await page.getByRole('heading', { level: 1 }).locator('..').getByText('Revoked').waitFor()
  assert.equal(await button('Revoke').count(), 0)
  assert.equal((await client.call(getApiKey, { keyId: key.id })).status, 'revoked')
  assert.equal((await call('/api/me')).status, 401)
})

test('owners open the keys of others, and members only their own', async () => {
  const { url = '' } = await client.call(createInvitation, { email: 'grace@aerie.test', role: 'member' })
  const token = url.split('/').at(-1)!
  await client.call(acceptInvitation, { token, name: 'Grace Hopper', password: owner.password })
  const members = await pages.open({ reducedMotion: 'reduce' })
  await signIn(members, '/settings/api-keys', 'grace@aerie.test')
  const { id } = await (await clientOf(members)).call(createApiKey, { name: 'Flow of Grace' })

  await arrive(page, '/settings/api-keys/everyone')
  await page.getByRole('link', { name: 'Flow of Grace' }).press('Enter')
  await page.waitForURL(`/settings/api-keys/${id}`)
  assert.equal(await fact('Owner').innerText(), 'Grace Hopper, grace@aerie.test')
  assert.equal(await button('Rotate').count(), 0)
  await assertInOrder(page, 'Flow of Grace')
  await button('Revoke').press('Enter')
  await page.getByRole('dialog', { name: 'Revoke “Flow of Grace” of Grace Hopper?' }).waitFor()
  await button('Cancel').press('Enter')

  await members.goto(`/settings/api-keys/${key.id}`)
  await members.getByText('The key could not be loaded').waitFor()
  await members.context().close()
  const unexpected = pages.complaints.filter((line) => !line.includes('status of 404'))
  assert.deepEqual(unexpected, [])
  assert.equal((await client.call(listApiKeys)).data.length, 2)
})
