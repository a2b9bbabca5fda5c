// Security settings, the set-up of two-factor authentication that they require, and one's name and address.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createClient } from '#client'
import {
  acceptInvitation,
  confirmTwoFactor,
  createApiKey,
  createInvitation,
  enableTwoFactor,
  getMe,
  updateSecuritySettings,
} from '#contract'
import { codeOf } from '#testing'
import { type MailServer, startMailServer } from '../server/mail/testing/mail-server.ts'
import { arrive, assertInOrder, focusOn } from './testing/looks.ts'
import {
  clientOf,
  owner,
  type Pages,
  seriousFindings,
  signIn,
  startPages,
  withOwner,
} from './testing/pages.ts'

const calm = { reducedMotion: 'reduce' } as const
const path = '/settings/security'
const guest = { name: 'Grace Hopper', email: 'grace@aerie.test', password: owner.password }
let mail: MailServer
let pages: Pages
let page: Page
let guestPage: Page

before(async () => {
  mail = await startMailServer()
  pages = await startPages({ ...withOwner, ...mail.settings })
  page = await pages.open(calm)
  await signIn(page, path)
  const client = await clientOf(page)
  const { url = '' } = await client.call(createInvitation, { email: guest.email, role: 'member' })
  const { name, password } = guest
  const token = url.split('/').at(-1)!
  await createClient({ baseUrl: pages.node.url }).call(acceptInvitation, { token, name, password })
  await client.call(createApiKey, { name: 'Nightly export' })
  guestPage = await pages.open(calm)
  await signIn(guestPage, '/settings/account', guest.email)
})
after(async () => {
  await pages.close()
  await mail.stop()
})
afterEach(() => assert.deepEqual(pages.complaints.splice(0), []))

const see = (text: string | RegExp, there = page) => there.getByText(text).first().waitFor()

/** Drops the console messages about requests that the test expects to fail. */
function wasRefused(status: number): void {
  const others = pages.complaints.filter((line) => !line.includes(`status of ${status}`))
  assert.notEqual(others.length, pages.complaints.length)
  pages.complaints.splice(0, Infinity, ...others)
}

test('a limit for keys is set by keyboard; the page counts the keys outside it and leads to them', async () => {
  await arrive(page, path)
  await assertInOrder(page, 'Security')
  await page.getByLabel('Maximum key lifetime (days)').focus()
  await page.keyboard.type('4000')
  await page.keyboard.press('Enter')
  await see('Enter a whole number of days, from 1 to 3650')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('60')
  await page.keyboard.press('Enter')
  await see('Security settings saved')
  await see('1 active key')
  await assertInOrder(page, 'Security')
  await page.getByRole('link', { name: '1 active key' }).press('Enter')
  await page.waitForURL('**/settings/api-keys/everyone?concern=too_long_lived')
  await see('Nightly export')
  await see('Over the limit')
  await assertInOrder(page, 'Everyone’s keys')
})

test('the dialog for a new key offers what the limit allows, and so does rotation', async () => {
  await page.goto('/settings/api-keys?dialog=new')
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByLabel('Name').waitFor()
  assert.deepEqual(
    await dialog
      .getByRole('radio')
      .evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value)),
    ['7', '30', 'custom'],
  )
  assert.equal(await dialog.getByLabel('Days until it expires').inputValue(), '60')
  await dialog.getByLabel('Name').fill('Too long')
  await dialog.getByLabel('Days until it expires').fill('61')
  await page.keyboard.press('Enter')
  await dialog.getByText('Your organisation limits keys to 60 days').waitFor()
  wasRefused(422)
  assert.deepEqual(await seriousFindings(page, '[role=dialog]'), [])
  await dialog.getByLabel('Days until it expires').fill('60')
  await page.keyboard.press('Enter')
  await see('Copy the token now')
})

test('someone without two-factor authentication cannot require it, and is led to their own set-up', async () => {
  await arrive(page, path)
  const required = page.getByRole('switch', { name: 'Require two-factor authentication' })
  await required.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await see('Turn on two-factor authentication for your own account before you require it.')
  wasRefused(409)
  await assertInOrder(page, 'Security')
  await page.getByRole('link', { name: 'Turn it on for your account' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('dialog', { name: 'Turn on two-factor authentication' }).waitFor()
})

test('once it is required, a user sets it up before anything else, by keyboard', async () => {
  const client = await clientOf(page)
  const { secret } = await client.call(enableTwoFactor, { password: owner.password })
  await client.call(confirmTwoFactor, { code: codeOf(secret) })
  // That renewed the session's cookie, which the page does not have.
  const fresh = await pages.open(calm)
  await fresh.goto(path)
  await fresh.getByLabel('Email address').fill(owner.email)
  await fresh.getByLabel('Password', { exact: true }).fill(owner.password)
  await fresh.keyboard.press('Enter')
  await fresh.getByLabel('Code from your authenticator app').fill(codeOf(secret, 1))
  await fresh.keyboard.press('Enter')
  await fresh.getByRole('switch', { name: 'Require two-factor authentication' }).press('Space')
  await fresh.keyboard.press('Enter')
  await see('Security settings saved', fresh)
  page = fresh

  // An open page leads there as soon as it asks for something.
  await guestPage.getByRole('link', { name: 'Projects' }).click()
  await guestPage.waitForURL('**/set-up-two-factor')
  wasRefused(403)
  await guestPage.goto('/patients')
  await guestPage.waitForURL('**/set-up-two-factor')
  await assertInOrder(guestPage, 'Set up two-factor authentication')
  await guestPage.getByLabel('Your password').focus()
  await guestPage.keyboard.type(guest.password)
  await guestPage.keyboard.press('Enter')
  const shown = await guestPage.locator('code').first().textContent()
  await assertInOrder(guestPage, 'Set up two-factor authentication')
  await guestPage.getByLabel('Code from the app').focus()
  await guestPage.keyboard.type(codeOf(shown!.replaceAll(' ', '')))
  await guestPage.keyboard.press('Enter')
  await assertInOrder(guestPage, 'Save your recovery codes')
  await guestPage.getByRole('button', { name: 'I have saved them' }).press('Enter')
  await guestPage.waitForURL('/')
  await guestPage.goto('/set-up-two-factor')
  await guestPage.waitForURL('/')
  await (await clientOf(page)).call(updateSecuritySettings, { twoFactorRequired: false })
})

test('a user changes their name and, with a link to the new address, their email address', async () => {
  await arrive(guestPage, '/settings/account')
  await guestPage.getByRole('button', { name: 'Change name' }).press('Enter')
  const naming = guestPage.getByRole('dialog', { name: 'Change name' })
  await naming.getByLabel('Name').fill('')
  await guestPage.keyboard.press('Enter')
  await naming.getByText('Enter a value').waitFor()
  await naming.getByLabel('Name').fill('Rear Admiral Hopper')
  assert.deepEqual(await seriousFindings(guestPage, '[role=dialog]'), [])
  await guestPage.keyboard.press('Enter')
  await see('Name changed', guestPage)
  await see('Rear Admiral Hopper', guestPage)
  await focusOn(guestPage, 'Change name')

  await guestPage.getByRole('button', { name: 'Change email address' }).press('Enter')
  const moving = guestPage.getByRole('dialog', { name: 'Change email address' })
  await moving.getByLabel('New email address').fill(owner.email)
  await guestPage.keyboard.press('Enter')
  await moving.getByText('Email address already in use').waitFor()
  wasRefused(409)
  assert.deepEqual(await seriousFindings(guestPage, '[role=dialog]'), [])
  await moving.getByLabel('New email address').fill('hopper@aerie.test')
  await guestPage.keyboard.press('Enter')
  await see(/Open the link that we sent to hopper@aerie.test/, guestPage)

  const { text = '' } = await mail.emailTo('hopper@aerie.test', /^Confirm your email address for /)
  const [link = ''] = /http\S+\/confirm-email\/\S+/.exec(text) ?? []
  const elsewhere = await pages.open(calm)
  await elsewhere.goto(link)
  await assertInOrder(elsewhere, 'Confirm your email address')
  await elsewhere.getByRole('button', { name: 'Confirm address' }).press('Enter')
  await see('From now on, sign in with hopper@aerie.test.', elsewhere)
  await elsewhere.goto(link)
  await elsewhere.getByRole('button', { name: 'Confirm address' }).press('Enter')
  await see('This link is no longer valid', elsewhere)
  wasRefused(409)
  await assertInOrder(elsewhere, 'This link is no longer valid')
  assert.equal((await (await clientOf(guestPage)).call(getMe)).user.email, 'hopper@aerie.test')
})

test('a new password that is easy to guess is refused at its field, with the reason', async () => {
  await guestPage.goto('/settings/account?dialog=password')
  const changing = guestPage.getByRole('dialog', { name: 'Change password' })
  await changing.getByLabel('Current password').fill(guest.password)
  await changing.getByLabel('New password').fill('hopper.aerie.test')
  await guestPage.keyboard.press('Enter')
  await changing.getByText(/^Too easy to guess: it contains your name/).waitFor()
  wasRefused(422)
  assert.deepEqual(await seriousFindings(guestPage, '[role=dialog]'), [])
})
