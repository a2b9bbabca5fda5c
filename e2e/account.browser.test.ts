// Your account and the organisation's security settings, in one order: what a test turns on is there for the next.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { createApiKey, listApiKeys } from '#contract'
import { codeOf } from '#testing'
import {
  startTestProvider,
  type TestProvider,
} from '../server/identity/identity-provider/testing/provider.ts'
import { type MailServer, startMailServer } from '../server/mail/testing/mail-server.ts'
import { dropComplaints, ownerOf } from './testing/node.ts'
import { clipboard, intercept, owner, signIn } from './testing/pages.ts'
import type { Tab } from './testing/tab.ts'

let mail: MailServer
let provider: TestProvider
const on = ownerOf(async () => {
  mail = await startMailServer()
  provider = await startTestProvider()
  return { ...mail.settings, ...provider.settings }
})
const { accessible, arrive, button, dialog, download, field, focusOn, inOrder, link } = on
const { press, row, see, type, wasRefused } = on
const path = '/settings/account'
let member: Tab
let password = owner.password
/** The authenticator app's secret, and the recovery codes. */
let secret = ''
let recoveryCodes: string[] = []

before(async () => {
  member = await on.open('member')
})
after(() => Promise.all([mail.stop(), provider.stop()]))

/** The row of one sign-in method. */
const method = (title: string) =>
  on.page.getByRole('listitem').filter({ has: on.page.getByText(title, { exact: true }) })
const fields = (there: Tab) => ({
  code: there.field('Code from your authenticator app'),
  recoveryCode: there.field('Recovery code'),
})

/** Opens another browser, where the password is accepted and the code is asked for. */
async function atCode(): Promise<Tab> {
  const other = await on.open('nobody')
  await other.page.goto(path)
  await signIn(other.page, owner.email, password)
  await fields(other).code.waitFor()
  return other
}

/** Enters the next recovery code. */
async function recover(there: Tab): Promise<string> {
  const [code = ''] = recoveryCodes.splice(0, 1)
  await there.button('Use a recovery code').click()
  await fields(there).recoveryCode.fill(code)
  await there.press('Enter')
  return code
}

/** Ends the session of a page that is about to sign out everywhere, which then asks to sign in again. */
async function endSession({ page, button, dialog }: Tab) {
  await button('Sign out everywhere').click()
  // What the page still loads would find out first that the session is gone.
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await button('Sign out everywhere', dialog()).click()
  return dialog('Sign in again')
}

test('an action that needs a confirmation asks for the password, continues once it is right, and can be canceled', async () => {
  const asking = dialog('Confirm that it’s you')
  const refusal = {
    status: 403,
    contentType: 'application/problem+json',
    json: { type: '/', title: 'Confirm', status: 403, detail: 'Confirm.', code: 'confirmation_required' },
  }
  // As the server does after two hours.
  let isConfirmed = false
  on.page.on('response', (response) => {
    isConfirmed ||= response.url().endsWith('/api/auth/confirm') && response.status() === 204
  })
  const refuse = (route: Route) =>
    route.request().method() === 'POST' && !isConfirmed ? route.fulfill(refusal) : route.fallback()
  await arrive('/settings/api-keys')
  await intercept(on.page, '**/api/api-keys', refuse)
  await button('New API key').click()
  await field('Name').fill('Nightly export')
  await button('Create key').click()
  await asking.waitFor()
  await accessible()
  await press('Escape')
  await asking.waitFor({ state: 'detached' })
  assert.equal(await field('Name').inputValue(), 'Nightly export')
  assert.deepEqual((await on.client.call(listApiKeys)).data, [])
  await button('Create key').click()
  await asking.waitFor()
  await type('not the password')
  await press('Enter')
  await see('Wrong password.', asking)
  await field('Password', asking).fill(password)
  await press('Enter')
  await button('Copy token').click()
  await asking.waitFor({ state: 'detached' })
  await button('I have stored it').click()
  await on.page.unrouteAll()
  wasRefused(403)
})

test('an export asks for the password if that was long ago, and then downloads', async () => {
  const asking = dialog('Confirm that it’s you')
  let isConfirmed = false
  await arrive('/settings/audit-log')
  await intercept(on.page, '**/api/auth/get-session', async (route) => {
    const response = await route.fetch()
    const found = await response.json()
    // As the server says after two hours.
    await route.fulfill({ json: { ...found, session: { ...found.session, confirmed: isConfirmed } } })
  })
  await link('Export CSV').press('Enter')
  await asking.waitFor()
  await press('Escape')
  await asking.waitFor({ state: 'detached' })
  await link('Export CSV').press('Enter')
  await field('Password', asking).fill(password)
  const exported = await download(() => press('Enter'))
  assert.equal(exported.name, 'audit-log.csv')
  isConfirmed = true
  await download(() => link('Export JSON Lines').press('Enter'))
  await on.page.unrouteAll()
})

test('a limit for keys is set by keyboard, and existing and new keys keep to it', async () => {
  await on.client.call(createApiKey, { name: 'Forever' })
  await arrive('/settings/security')
  await field('Maximum key lifetime (days)').focus()
  await type('4000')
  await press('Enter')
  await see('Enter a whole number of days, from 1 to 3650')
  await press('ControlOrMeta+a')
  await type('60')
  await press('Enter')
  await see('Security settings saved')
  await inOrder('Security')
  await arrive('/settings/api-keys')
  const { data } = await on.client.call(listApiKeys, { q: 'Forever' })
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
  await see(day.format(Date.parse(data[0]?.expiresAt ?? '')), row('Forever'))

  await arrive('/settings/api-keys?dialog=new')
  assert.equal(await dialog().getByRole('radio').count(), 3)
  await field('Name').fill('Too long')
  assert.equal(await field('Days until it expires').inputValue(), '60')
  await field('Days until it expires').fill('61')
  await press('Enter')
  await see('Your organisation limits keys to 60 days', dialog())
  wasRefused(422)
  await press('Escape')
  await button('Leave').click()
})

test('someone without two-factor authentication cannot require it, and is led to their own set-up', async () => {
  await arrive('/settings/security')
  await on.page.getByRole('switch', { name: 'Require two-factor authentication' }).focus()
  await press('Space', 'Enter')
  await see('Turn on two-factor authentication for your own account before you require it.')
  wasRefused(409)
  await link('Turn it on for your account').click()
  await button('Leave').click()
  await dialog('Turn on two-factor authentication').waitFor()
})

test('a password is masked until it is shown, and can be pasted or filled in by a password manager', async () => {
  const { page, press, field, button } = await on.open('nobody')
  await page.goto('/sign-in')
  const attributes = () =>
    Promise.all(['type', 'autocomplete'].map((name) => field('Password').getAttribute(name)))
  assert.deepEqual(await attributes(), ['password', 'current-password'])
  await page.getByLabel('Email address').fill(password)
  await press('Control+A', 'Control+X')
  await field('Password').focus()
  await press('Control+V')
  assert.equal(await field('Password').inputValue(), password)
  await button('Show the password').click()
  assert.deepEqual(await attributes(), ['text', 'current-password'])
})

test('two-factor authentication is turned on with an app, and its recovery codes cannot be lost by accident', async () => {
  await arrive('/settings/members')
  await link('Your account').click()
  await see('Not linked', method('Clinic account'))
  await see('This browser', on.page.getByRole('row').nth(1))
  await button('Turn on', method('Two-factor authentication')).click()
  const asking = dialog('Turn on two-factor authentication')
  await asking.getByLabel('Your password').fill(password)
  await press('Enter')
  await asking.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  await button('Copy the secret', asking).click()
  secret = await clipboard(on.page)
  assert.equal((await asking.locator('code').innerText()).replaceAll(' ', ''), secret)
  await accessible()
  await asking.getByLabel('Code from the app').fill('abcdef')
  await press('Enter')
  await see('Wrong code.', asking)
  wasRefused(401)
  await asking.getByLabel('Code from the app').fill(codeOf(secret).replace(/(?=...$)/, ' '))
  await press('Enter')

  const saving = dialog('Save your recovery codes')
  await focusOn('Copy')
  await press('Escape')
  await see('Only this button closes', saving)
  await accessible()
  await button('Copy', saving).click()
  await button('Copied', saving).waitFor()
  recoveryCodes = (await clipboard(on.page)).split('\n')
  assert.deepEqual(await saving.getByRole('listitem').allTextContents(), recoveryCodes)
  const kept = await readFile((await download(() => button('Download', saving).click())).path, 'utf8')
  assert.ok(kept.includes(owner.email) && kept.includes(recoveryCodes.join('\n')))
  await on.page.goBack()
  await button('Back to the codes', dialog('Leave without the recovery codes?')).click()
  await button('I have saved them', saving).click()
  await focusOn('Sign-in methods')
  await see('10 recovery codes left', method('Two-factor authentication'))
})

test('signing in with a code works with the keyboard alone', async () => {
  const other = await on.open('nobody')
  await other.arrive('/settings/members')
  await other.type(owner.email)
  await other.press('Tab')
  await other.type(password)
  await other.press('Enter')
  await other.focusIn('[autocomplete=one-time-code]')
  await other.inOrder('Sign in')
  await other.type('abcdef')
  await other.press('Enter')
  await other.see('The code is wrong')
  wasRefused(401)
  // This half minute's code was used to turn on two-factor authentication.
  await other.page.evaluate((text) => navigator.clipboard.writeText(text), codeOf(secret, 1))
  await other.focusIn('[autocomplete=one-time-code]')
  await other.press('Control+a', 'Control+v', 'Enter')
  await other.page.waitForURL('/settings/members')
})

test('a recovery code signs in once, also on a page whose session ended', async () => {
  const other = await atCode()
  await other.page.context().clearCookies()
  await other.type(codeOf(secret, 1))
  await other.press('Enter')
  await other.see('Enter your password again')
  wasRefused(401)
  await other.type(password)
  await other.press('Enter')
  const used = await recover(other)
  await other.see('9 recovery codes are left')
  await other.page.waitForURL(path)
  const again = await endSession(other)
  await signIn(again, owner.email, password)
  await other.button('Use a recovery code', again).click()
  await fields(other).recoveryCode.fill(used)
  await other.press('Enter')
  await other.see('was already used', again)
  await fields(other).recoveryCode.fill(recoveryCodes.shift()!)
  await other.press('Enter')
  await again.waitFor({ state: 'detached' })
  wasRefused(401)
})

test('one session is signed out, and a new password ends the others', async () => {
  await arrive(path)
  const rows = on.page.getByRole('table', { name: 'Sessions' }).getByRole('row')
  const before = await rows.count()
  await rows.nth(2).getByRole('button', { name: 'Sign out' }).click()
  await see('is signed out')
  await rows.nth(before - 1).waitFor({ state: 'detached' })
  await button('Change password').click()
  const changing = dialog('Change password')
  await changing.getByLabel('Current password').fill('not my password')
  await changing.getByLabel('New password').fill('owner.aerie.test')
  await press('Enter')
  await see('Wrong password.', changing)
  wasRefused(403)
  await changing.getByLabel('Current password').fill(owner.password)
  await press('Enter')
  await see(/^Too easy to guess: it contains your name/, changing)
  wasRefused(422)
  await accessible()
  password = 'another horse, another staple'
  await changing.getByLabel('New password').fill(password)
  await press('Enter')
  await see('Password changed. You are signed out of')
  await rows.nth(2).waitFor({ state: 'detached' })
})

test('a forgotten password is reset with a link, keys are revoked on request, and two-factor authentication stays on', async () => {
  const other = await on.open('nobody')
  await other.arrive('/sign-in')
  await other.link('Forgot your password?').click()
  await other.seeHeading('Forgot your password?')
  await other.page.getByLabel('Email address').fill(owner.email)
  await other.press('Enter')
  await other.seeHeading('Check your inbox')
  const { text = '' } = await mail.emailTo(owner.email, /^Reset your password/)
  const [address = ''] = /http\S+\/reset-password\/\S+/.exec(text) ?? []
  password = 'a third horse with a staple'
  const reset = async () => {
    await other.arrive(address)
    await other.page.getByLabel('New password').fill(password)
    await other.page.getByLabel('Revoke all my API keys').press('Space')
    await other.press('Enter')
  }
  await reset()
  await recover(other)
  await other.page.waitForURL('/')
  await other.arrive('/settings/api-keys')
  await other.see('Revoked', other.row('Forever'))
  await reset()
  await other.seeHeading('This link is no longer valid')
  wasRefused(409)
  // It signed everybody out.
  await on.page.reload()
  await on.page.waitForURL('/sign-in?*')
})

test('new recovery codes replace the old ones', async () => {
  const again = await atCode()
  on.use(again.page)
  await recover(again)
  await again.page.waitForURL(path)
  await button('New recovery codes', method('Two-factor authentication')).click()
  await dialog('New recovery codes').getByLabel('Your password').fill(password)
  await press('Enter')
  const saving = dialog('Save your recovery codes')
  await saving.getByRole('listitem').nth(9).waitFor()
  await button('I have saved them', saving).click()
  await see('10 recovery codes left', method('Two-factor authentication'))
})

test('once two-factor authentication is required, a user sets it up before anything else, by keyboard', async () => {
  await arrive('/settings/security')
  await on.page.getByRole('switch', { name: 'Require two-factor authentication' }).press('Space')
  await press('Enter')
  await see('Security settings saved')

  // An open page leads there as soon as it asks for something.
  await member.page.goto('/patients')
  await member.page.waitForURL('**/set-up-two-factor')
  await member.inOrder('Set up two-factor authentication')
  await member.page.getByLabel('Your password').focus()
  await member.type(owner.password)
  await member.press('Enter')
  const shown = await member.page.locator('code').first().textContent()
  await member.inOrder('Set up two-factor authentication')
  await member.page.getByLabel('Code from the app').focus()
  await member.type(codeOf(shown!.replaceAll(' ', '')))
  await member.press('Enter')
  await member.inOrder('Save your recovery codes')
  await member.button('I have saved them').press('Enter')
  await member.page.waitForURL('/')
  await member.page.goto('/set-up-two-factor')
  await member.page.waitForURL('/')
  await arrive('/settings/security')
  await on.page.getByRole('switch', { name: 'Require two-factor authentication' }).press('Space')
  await press('Enter')
  await see('Security settings saved')

  await arrive(path)
  await button('Turn off', method('Two-factor authentication')).click()
  await dialog('Turn off two-factor authentication').getByLabel('Your password').fill(password)
  await press('Enter')
  await see('Off', method('Two-factor authentication'))
})

test('a user changes their name and, with a link to the new address, their email address', async () => {
  await member.arrive(path)
  await member.button('Change name').press('Enter')
  const naming = member.dialog('Change name')
  await naming.getByLabel('Name').fill('')
  await member.press('Enter')
  await member.see('Enter a value', naming)
  await naming.getByLabel('Name').fill('Rear Admiral Hopper')
  await member.accessible()
  await member.press('Enter')
  await member.see('Name changed')
  await member.focusOn('Change name')

  await member.button('Change email address').press('Enter')
  const moving = member.dialog('Change email address').getByLabel('New email address')
  await moving.fill(owner.email)
  await member.press('Enter')
  await member.see('Email address already in use')
  wasRefused(409)
  await moving.fill('hopper@aerie.test')
  await member.press('Enter')
  await member.see(/Open the link that we sent to hopper@aerie.test/)
  const { text = '' } = await mail.emailTo('hopper@aerie.test', /^Confirm your email address for /)
  const [address = ''] = /http\S+\/confirm-email\/\S+/.exec(text) ?? []
  const elsewhere = await on.open('nobody')
  await elsewhere.page.goto(address)
  await elsewhere.button('Confirm address').press('Enter')
  await elsewhere.see('From now on, sign in with hopper@aerie.test.')
  await elsewhere.page.goto(address)
  await elsewhere.button('Confirm address').press('Enter')
  await elsewhere.inOrder('This link is no longer valid')
  wasRefused(409)
})

test('members sign in with the identity provider, and others see what to do', async () => {
  const other = await on.open('nobody')
  const continueWith = (page: Page) =>
    page.getByRole('button', { name: 'Continue with Clinic account' }).click()
  const comeBy = async (sub: string, email: string) => {
    provider.person = { sub, email, email_verified: true }
    await other.arrive(`/sign-in?returnTo=${path}`)
    await continueWith(other.page)
  }
  await comeBy('1', 'stranger@aerie.test')
  await other.seeHeading('You are not signed in')
  await other.see('Your email address belongs to no member')
  wasRefused(403)
  await other.link('Back to sign-in').click()
  await comeBy('2', owner.email)
  await other.page.waitForURL(path)
  await other.see('Linked', other.page.getByRole('listitem').filter({ hasText: 'Clinic account' }))

  const again = await endSession(other)
  const tab = other.page.context().waitForEvent('page')
  await other.link('Continue with Clinic account in a new tab', again).click()
  await continueWith(await tab)
  await (await tab).waitForURL('/')
  // Told to it as by a browser whose other tab comes to the front; here both are in sight.
  await other.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await again.waitFor({ state: 'detached' })
  wasRefused(401)
  dropComplaints(on.pages, `A request to ${provider.issuer}/authorize`)
})

test('the audit log describes it in sentences', async () => {
  await arrive('/settings/audit-log')
  for (const sentence of [
    'turned on two-factor authentication',
    'created new recovery codes',
    'changed their password',
    'reset their password with a link',
    'signed in with the identity provider for the first time',
    'with the right password and a wrong code',
  ])
    await see(sentence)
})

test('signing out everywhere asks, and ends this session too', async () => {
  await arrive(path)
  await button('Sign out everywhere').click()
  await button('Sign out everywhere', dialog('Sign out everywhere?')).click()
  await on.page.waitForURL('/sign-in')
  await on.page.goto(path)
  await on.page.waitForURL('/sign-in?*')
})
