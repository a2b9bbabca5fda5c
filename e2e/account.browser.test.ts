// Your account, on one node and in order: a test turns on two-factor authentication for the next ones.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, afterEach, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import {
  startTestProvider,
  type TestProvider,
} from '../server/identity/identity-provider/testing/provider.ts'
import { type MailServer, startMailServer } from '../server/mail/testing/mail-server.ts'
import { arrive, assertInOrder, focusOn } from './testing/looks.ts'
import {
  clipboard,
  owner,
  type Pages,
  seriousFindings,
  signIn,
  startPages,
  withOwner,
} from './testing/pages.ts'

const calm = { reducedMotion: 'reduce' } as const
const path = '/settings/account'
let mail: MailServer
let provider: TestProvider
let pages: Pages
let page: Page
let password = owner.password
/** The authenticator app's secret, and the recovery codes. */
let secret = ''
let recoveryCodes: string[] = []

before(async () => {
  mail = await startMailServer()
  provider = await startTestProvider()
  pages = await startPages({ ...withOwner, ...mail.settings, ...provider.settings })
  page = await pages.open(calm)
  await signIn(page, path)
})
after(async () => {
  await pages.close()
  await Promise.all([mail.stop(), provider.stop()])
})
afterEach(() => assert.deepEqual(pages.complaints.splice(0), []))

const button = (name: string, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const see = (text: string | RegExp, within: Page | Locator = page) => within.getByText(text).first().waitFor()
/** The row of one sign-in method. */
const method = (title: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) })

/** Drops the console messages about requests that the test expects to fail. */
function wasRefused(status: number): void {
  const others = pages.complaints.filter((line) => !line.includes(`status of ${status}`))
  assert.notEqual(others.length, pages.complaints.length)
  pages.complaints.splice(0, Infinity, ...others)
}

/** Drops the console messages about requests to the identity provider. */
function wentToProvider(): void {
  const others = pages.complaints.filter(
    (line) => !line.startsWith(`A request to ${provider.issuer}/authorize`),
  )
  assert.notEqual(others.length, pages.complaints.length)
  pages.complaints.splice(0, Infinity, ...others)
}

/** The app's code (RFC 6238) in this half minute, or `later` half minutes ahead. */
function code(later = 0): string {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later))
  const bits = [...secret].map((each) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each))
  const key = bits.map((each) => each.toString(2).padStart(5, '0')).join('')
  const bytes = Buffer.from((key.match(/.{8}/g) ?? []).map((each) => Number.parseInt(each, 2)))
  const mac = createHmac('sha1', bytes).update(step).digest()
  const number = (mac.readUInt32BE(mac.readUInt8(19) & 15) & 0x7fffffff) % 1_000_000
  return String(number).padStart(6, '0')
}

/** Another browser, where the password is accepted and the code is asked for. */
async function atCode(to = path): Promise<Page> {
  const other = await pages.open(calm)
  await other.goto(to)
  await other.getByLabel('Email address').fill(owner.email)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.keyboard.press('Enter')
  await other.getByLabel('Code from your authenticator app').waitFor()
  return other
}

async function offersSignOut(at: string): Promise<void> {
  await arrive(page, at)
  await page.getByRole('button', { name: `Account of ${owner.name}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  await page.keyboard.press('Escape')
}

/** Enters the next recovery code. */
async function recover(there: Page): Promise<string> {
  const [code = ''] = recoveryCodes.splice(0, 1)
  await there.getByRole('button', { name: 'Use a recovery code' }).click()
  await there.getByLabel('Recovery code', { exact: true }).fill(code)
  await there.keyboard.press('Enter')
  return code
}

/** Checks the open dialog, dark on a phone and light on a desktop. */
async function inspect(what: string): Promise<void> {
  for (const [colorScheme, width] of [
    ['dark', 360],
    ['light', 1440],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    assert.deepEqual(await seriousFindings(page, '[role=dialog]'), [], `${what}, ${colorScheme}`)
  }
}

test('a password is masked until it is shown, and can be pasted or filled in by a password manager', async () => {
  const other = await pages.open(calm)
  await other.goto('/sign-in')
  const field = other.getByLabel('Password', { exact: true })
  const attributes = () => Promise.all(['type', 'autocomplete'].map((name) => field.getAttribute(name)))
  assert.deepEqual(await attributes(), ['password', 'current-password'])
  await other.getByLabel('Email address').fill(password)
  for (const shortcut of ['Control+A', 'Control+X']) await other.keyboard.press(shortcut)
  await field.focus()
  await other.keyboard.press('Control+V')
  assert.equal(await field.inputValue(), password)
  await button('Show the password', other).click()
  assert.deepEqual(await attributes(), ['text', 'current-password'])
  await other.close()
})

test('every page that needs a session has the account menu, which offers to sign out', async () => {
  for (const page of ['projects', 'skills', 'patients', 'inventory', 'billing', 'settings/members'])
    await offersSignOut(`/${page}`)
  for (const page of ['account', 'api-keys', 'api-keys/everyone', 'audit-log', 'organisation'])
    await offersSignOut(`/settings/${page}`)
})

test('the page shows sign-in methods and sessions', async () => {
  await arrive(page, path)
  await see('Off', method('Two-factor authentication'))
  await see('Not linked', method('Clinic account'))
  await see('This browser', page.getByRole('row').nth(1))
})

test('two-factor authentication is turned on with an app, and its recovery codes cannot be lost by accident', async () => {
  await arrive(page, '/settings/members')
  await page.getByRole('navigation').getByRole('link', { name: 'Your account' }).click()
  await button('Turn on', method('Two-factor authentication')).click()
  const asking = dialog('Turn on two-factor authentication')
  await asking.getByLabel('Your password').fill('not my password')
  await page.keyboard.press('Enter')
  await see('Wrong password.', asking)
  wasRefused(403)
  await asking.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')

  await asking.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  await button('Copy the secret', asking).click()
  secret = await clipboard(page)
  assert.equal((await asking.locator('code').innerText()).replaceAll(' ', ''), secret)
  await inspect('the app')
  await asking.getByLabel('Code from the app').fill('abcdef')
  await page.keyboard.press('Enter')
  await see('Wrong code.', asking)
  wasRefused(401)
  await asking.getByLabel('Code from the app').fill(code().replace(/(?=...$)/, ' '))
  await page.keyboard.press('Enter')

  const saving = dialog('Save your recovery codes')
  await focusOn(page, 'Copy')
  await page.keyboard.press('Escape')
  await see('Only this button closes', saving)
  await inspect('the recovery codes')
  await button('Copy', saving).click()
  await button('Copied', saving).waitFor()
  recoveryCodes = (await clipboard(page)).split('\n')
  assert.deepEqual(await saving.getByRole('listitem').allTextContents(), recoveryCodes)
  const download = page.waitForEvent('download')
  await button('Download', saving).click()
  const kept = await readFile(await (await download).path(), 'utf8')
  assert.ok(kept.includes(owner.email) && kept.includes(recoveryCodes.join('\n')))

  await page.goBack()
  await dialog('Leave without the recovery codes?').getByRole('button', { name: 'Back to the codes' }).click()
  await button('I have saved them', saving).click()
  await saving.waitFor({ state: 'detached' })
  await focusOn(page, 'Sign-in methods')
  await see('10 recovery codes left', method('Two-factor authentication'))
  await arrive(page, '/settings/members')
  await see('On', page.getByRole('row').filter({ hasText: owner.email }))
})

test('signing in with a code works with the keyboard alone', async () => {
  const other = await pages.open(calm)
  await arrive(other, '/settings/members')
  await other.keyboard.type(owner.email)
  await other.keyboard.press('Tab')
  await other.keyboard.type(password)
  await other.keyboard.press('Enter')
  const field = other.getByLabel('Code from your authenticator app')
  await field.and(other.locator(':focus')).waitFor()
  assert.equal(await field.getAttribute('autocomplete'), 'one-time-code')
  await assertInOrder(other, 'Sign in')
  await other.keyboard.type('abcdef')
  await other.keyboard.press('Enter')
  await see('The code is wrong', other)
  wasRefused(401)
  // This half minute's code was used to turn on two-factor authentication.
  await other.evaluate((text) => navigator.clipboard.writeText(text), code(1))
  await field.and(other.locator(':focus')).waitFor()
  await other.keyboard.press('Control+a')
  await other.keyboard.press('Control+v')
  await other.keyboard.press('Enter')
  await other.waitForURL('/settings/members')
})

test('a recovery code signs in once, also on a page whose session ended', async () => {
  const other = await atCode()
  await other.context().clearCookies()
  await other.keyboard.type(code(1))
  await other.keyboard.press('Enter')
  await see('Enter your password again', other)
  wasRefused(401)
  assert.equal(await other.getByLabel('Email address').inputValue(), owner.email)
  await other.keyboard.type(password)
  await other.keyboard.press('Enter')
  const used = await recover(other)
  await see('9 recovery codes are left', other)
  await other.waitForURL(path)

  await button('Sign out everywhere', other).click()
  // What the page still loads would find out first that the session is gone.
  await other.waitForLoadState('networkidle')
  await other.context().clearCookies()
  await button('Sign out everywhere', other.getByRole('dialog')).click()
  const again = other.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Email address').fill(owner.email)
  await again.getByLabel('Password', { exact: true }).fill(password)
  await other.keyboard.press('Enter')
  await again.getByRole('button', { name: 'Use a recovery code' }).click()
  await again.getByLabel('Recovery code', { exact: true }).fill(used)
  await other.keyboard.press('Enter')
  await see('was already used', again)
  await again.getByLabel('Recovery code', { exact: true }).fill(recoveryCodes.shift()!)
  await other.keyboard.press('Enter')
  await again.waitFor({ state: 'detached' })
  wasRefused(401)
})

test('one session is signed out, and a new password ends the others', async () => {
  await arrive(page, path)
  const rows = page.getByRole('table', { name: 'Sessions' }).getByRole('row')
  const before = await rows.count()
  await rows.nth(2).getByRole('button', { name: 'Sign out' }).click()
  await see('is signed out')
  await rows.nth(before - 1).waitFor({ state: 'detached' })

  await button('Change password').click()
  const changing = dialog('Change password')
  await changing.getByLabel('Current password').fill('not my password')
  await changing.getByLabel('New password').fill('short')
  await page.keyboard.press('Enter')
  await see('Enter at least 12 characters', changing)
  password = 'another horse, another staple'
  await changing.getByLabel('New password').fill(password)
  await page.keyboard.press('Enter')
  await see('Wrong password.', changing)
  wasRefused(403)
  await inspect('the new password')
  await changing.getByLabel('Current password').fill(owner.password)
  await page.keyboard.press('Enter')
  await see('Password changed. You are signed out of')
  await rows.nth(2).waitFor({ state: 'detached' })
})

test('a forgotten password is reset with a link, and two-factor authentication stays on', async () => {
  const other = await pages.open(calm)
  await arrive(other, '/sign-in')
  await other.getByRole('link', { name: 'Forgot your password?' }).click()
  await assertInOrder(other, 'Forgot your password?')
  await other.getByLabel('Email address').fill(owner.email)
  await other.keyboard.press('Enter')
  await other.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  const { text = '' } = await mail.emailTo(owner.email, /^Reset your password/)
  const [link = ''] = /http\S+\/reset-password\/\S+/.exec(text) ?? []
  await arrive(other, link)
  password = 'a third horse with a staple'
  await other.getByLabel('New password').fill(password)
  await other.keyboard.press('Enter')
  await recover(other)
  await other.waitForURL('/')

  await arrive(other, link)
  await other.getByLabel('New password').fill(password)
  await other.keyboard.press('Enter')
  await other.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
  wasRefused(409)
  // It signed everybody out.
  await page.reload()
  await page.waitForURL('/sign-in?*')
})

test('new recovery codes replace the old ones, and two-factor authentication is turned off again', async () => {
  page = await atCode()
  await recover(page)
  await page.waitForURL(path)
  await button('New recovery codes', method('Two-factor authentication')).click()
  await dialog('New recovery codes').getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  const saving = dialog('Save your recovery codes')
  await saving.getByRole('listitem').nth(9).waitFor()
  await button('I have saved them', saving).click()
  await see('10 recovery codes left', method('Two-factor authentication'))

  await button('Turn off', method('Two-factor authentication')).click()
  await dialog('Turn off two-factor authentication').getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await see('Off', method('Two-factor authentication'))
})

test('members sign in with the identity provider, and others see what to do', async () => {
  const other = await pages.open(calm)
  const comeBy = async () => {
    await arrive(other, `/sign-in?returnTo=${path}`)
    await other.getByRole('button', { name: 'Continue with Clinic account' }).click()
  }
  provider.person = { sub: '1', email: 'stranger@aerie.test', email_verified: true }
  await comeBy()
  await other.getByRole('heading', { name: 'You are not signed in' }).waitFor()
  await see('Your email address belongs to no member', other)
  await assertInOrder(other, 'You are not signed in')
  wasRefused(403)
  await other.getByRole('link', { name: 'Back to sign-in' }).click()
  await other.getByLabel('Email address').waitFor()

  provider.person = { sub: '2', email: owner.email, email_verified: true }
  await comeBy()
  await other.waitForURL(path)
  await see('Linked', other.getByRole('listitem').filter({ hasText: 'Clinic account' }))
  wentToProvider()

  await button('Sign out everywhere', other).click()
  // What the page still loads would find out first that the session is gone.
  await other.waitForLoadState('networkidle')
  await other.context().clearCookies()
  await button('Sign out everywhere', other.getByRole('dialog')).click()
  const again = other.getByRole('dialog', { name: 'Sign in again' })
  const tab = other.context().waitForEvent('page')
  await again.getByRole('link', { name: 'Continue with Clinic account in a new tab' }).click()
  await button('Continue with Clinic account', await tab).click()
  await (await tab).waitForURL('/')
  // Told to it as by a browser whose other tab comes to the front; here both are in sight.
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await again.waitFor({ state: 'detached' })
  wasRefused(401)
})

test('the audit log describes it in sentences', async () => {
  await arrive(page, '/settings/audit-log')
  for (const sentence of [
    'turned on two-factor authentication',
    'created new recovery codes',
    'turned off two-factor authentication',
    'changed their password',
    'reset their password with a link',
    'signed in with the identity provider for the first time',
    'with the right password and a wrong code',
  ])
    await see(sentence)
})

test('signing out everywhere asks, and ends this session too', async () => {
  await arrive(page, path)
  await button('Sign out everywhere').click()
  await dialog('Sign out everywhere?').getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.waitForURL('/sign-in')
  await page.goto(path)
  await page.waitForURL('/sign-in?*')
})
