// Members, invitations and settings, the keyboard, and sessions that end, in one order: what a test creates is there for the next.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createClient } from '#client'
import { createApiKey, createProject, getSettings, listUsers, updateSettings, updateUser } from '#contract'
import { until } from '#testing'
import { assertInOrder } from './testing/looks.ts'
import { ownerOf } from './testing/node.ts'
import { clipboard, holdUp, owner, signIn } from './testing/pages.ts'

const on = ownerOf()
const {
  arrive,
  button,
  command,
  dialog,
  download,
  field,
  focusIn,
  focusOn,
  focusOnHeading,
  inOrder,
  keepEditing,
} = on
const { link, option, press, row, see, type, wasRefused } = on
const guest = { name: 'Grace Hopper', email: 'grace@aerie.test' }
let page: Page

before(() => {
  page = on.page
})

const guestId = async () =>
  (await on.client.call(listUsers)).data.find(({ email }) => email === guest.email)?.id ?? ''

test('a long list continues at a press, and shows as much when one comes back', async () => {
  for (let number = 1; number <= 51; number++)
    await on.client.call(createProject, { name: `Project ${number}` })
  await arrive('/projects')
  await button('Show more').click()
  await link('Project 1').waitFor()
  await page.reload()
  await link('Project 1').waitFor()
  await arrive('/projects?archived=perhaps&q=Project+17')
  await link('Project 17').waitFor()
})

test('someone is invited and accepts with the keyboard alone', async () => {
  await arrive('/projects')
  await command('invite s')
  await focusIn('input[name=email]')
  await type(guest.email)
  await press('Enter')
  await focusOn('Copy link')
  await press('Escape')
  await page.mouse.click(10, 10)
  await see(/It works once, until \d/, dialog('Invitation link'))
  await button('Done').click()
  await button('Back to the link', dialog('Close without the link?')).click()
  await button('Copy link').press('Enter')
  await button('Copied').waitFor()
  const url = await clipboard(page)
  await button('Done').press('Enter')
  await dialog('Invitation link').waitFor({ state: 'detached' })
  await button(`Revoke the invitation of ${guest.email}`, row(guest.email)).waitFor()

  const theirs = await on.open('nobody')
  await theirs.arrive(url)
  await theirs.inOrder('Join Aerie')
  await theirs.type(guest.name)
  await theirs.press('Tab')
  await theirs.type(owner.password)
  await theirs.press('Enter')
  await theirs.page.waitForURL('/')
  await theirs.page.goto(url)
  await theirs.seeHeading('Invitation already accepted')
  wasRefused(409)
})

test('the invitation link is shown even if the dialog was closed before it arrived', async () => {
  const letGo = await holdUp(page, 'POST')
  await arrive('/settings/members')
  await button('Invite someone').click()
  await field('Email address', dialog('Invite someone')).fill('late@aerie.test')
  await Promise.all([page.waitForRequest((request) => request.method() === 'POST'), press('Enter')])
  await press('Escape')
  await button('Leave').click()
  await dialog('Invite someone').waitFor({ state: 'detached' })
  await letGo()
  await focusOn('Copy link')
  await button('Done').click()
  await dialog('Close without the link?').getByText('Close', { exact: true }).click()
  await dialog('Invitation link').waitFor({ state: 'detached' })
})

test('members see only what they may do', async () => {
  const theirs = await on.open('member')
  await theirs.arrive('/settings/members')
  const main = theirs.page.getByRole('main')
  await theirs.see(guest.name, main)
  assert.equal(await main.getByRole('button').count(), 0)
  assert.equal(await main.getByText('Open invitations').count(), 0)
  const links = theirs.page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  const names = 'Home,Projects,Skills,Patients,Inventory,Billing,Your account,API keys,Users'
  assert.equal((await links.allTextContents()).join(), names)
  await theirs.arrive('/settings/audit-log')
  await theirs.see('Only the owner and admins can see the audit log')
  await theirs.arrive('/settings/organisation')
  await theirs.see('Time zone', main)
  assert.equal(await main.getByRole('textbox').count(), 0)
})

test('a member changed by someone else is refreshed instead of overwritten', async () => {
  await arrive('/settings/members')
  await on.client.call(updateUser, { userId: await guestId(), role: 'admin' })
  const change = async (item: string, title: string, action: string, letKeysWork = false) => {
    await on.choose(`Actions for ${guest.name}`, item)
    if (letKeysWork)
      await dialog(title).getByRole('checkbox', { name: 'Let their API keys work again' }).check()
    await button(action, dialog(title)).click()
    await dialog(title).waitFor({ state: 'detached' })
  }
  const disable = () => change('Disable…', `Disable “${guest.name}”?`, 'Disable account')
  await disable()
  await see(`“${guest.name}” was not changed`)
  await row(guest.email).getByText('Admin', { exact: true }).waitFor()
  wasRefused(409)
  await disable()
  await see('Disabled', row(guest.email))
  await change('Enable…', `Enable “${guest.name}”?`, 'Enable account', true)
  await see('Active', row(guest.email))
  assert.equal(await button(`Actions for ${owner.name}`).count(), 0)
})

test('changes that a key requested are confirmed and declined with the keyboard', async () => {
  const { token } = await on.client.call(createApiKey, { name: 'A script' })
  const key = createClient({ baseUrl: on.app.url, apiKey: token })
  const decide = async (label: string, action: 'Confirm' | 'Decline') => {
    await row(label).getByRole('button', { name: action }).press('Enter')
    const question = dialog(`${action} this change?`)
    await see(label, question)
    await button(`${action} change`, question).press('Enter')
    await see('No unconfirmed changes')
  }
  const iban = 'DE02120300000000202051'
  await key.call(updateSettings, { letterhead: { iban } })
  await arrive('/settings/organisation')
  await link('Unconfirmed changes').press('Enter')
  await focusOnHeading('Unconfirmed changes')
  await decide('IBAN from none to', 'Confirm')
  await until(
    () => page.locator('input[name="letterhead.iban"]').inputValue(),
    (value) => value === iban,
  )
  const userId = await guestId()
  await on.client.call(updateUser, { userId, role: 'member' })
  await key.call(updateUser, { userId, role: 'admin' })
  await arrive('/settings/members')
  await inOrder('Users')
  await decide('change the role from member to admin', 'Decline')
  await row(guest.email).getByText('Member', { exact: true }).waitFor()
})

test('settings saved by others are kept, and leaving unsaved ones asks', async () => {
  await arrive('/settings/organisation')
  await on.client.call(updateSettings, { timeZone: 'Europe/Berlin' })
  await field('Name').first().fill('Nordhafen Clinic')
  await keepEditing(() => link('Projects').click())
  await button('Save').click()
  await see('Record changed since it was read')
  wasRefused(409)
  await button('Save').click()
  await see('Settings saved')
  const { organisationName, timeZone } = await on.client.call(getSettings)
  assert.deepEqual([organisationName, timeZone], ['Nordhafen Clinic', 'Europe/Berlin'])
  await see('Nordhafen Clinic', page.getByRole('navigation', { name: 'Pages' }))
})

test('the audit log describes events in sentences and exports what it shows', async () => {
  await arrive('/settings/audit-log')
  await page.getByText(`${owner.name} disabled ${guest.name}`).click()
  await see('user.disable')
  await page.getByRole('combobox', { name: 'Action' }).click()
  await option('Invitation created').click()
  await page.waitForURL('/settings/audit-log?action=invitation.create')
  await see(`${owner.name} invited ${guest.email} as a member`)
  const { path } = await download(() => page.getByRole('link', { name: 'Export CSV' }).click())
  const lines = (await readFile(path, 'utf8')).trim().split('\r\n')
  assert.equal(lines.filter((line) => line.includes('invitation.create')).length, lines.length - 1)
})

test('the keyboard reaches the content, every page and the search', async () => {
  await arrive('/projects')
  await press('Tab')
  await focusOn('Skip to the content')
  await press('Enter')
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'MAIN')
  await command('history')
  await page.waitForURL('/settings/audit-log')
  await focusOn('Audit log')
  await press('/')
  await focusOn('Search by email address')
})

test('a user who is signed out meanwhile signs in over the page and continues', async () => {
  await arrive('/projects?dialog=new')
  await page.getByLabel('Name').fill('Typed before the session ended')
  await page.context().clearCookies()
  await button('Create project').click()
  await signIn(dialog('Sign in again'), owner.email)
  await dialog('Sign in again').waitFor({ state: 'detached' })
  wasRefused(401)
  await button('Create project').click()
  await on.seeHeading('Typed before the session ended')
})

test('another user who signs in over the page is not shown it', async () => {
  const other = await on.open('owner')
  await other.arrive('/settings/members')
  await other.page.context().clearCookies()
  // What was still being read may have found it out before.
  await other.link('Billing').dispatchEvent('click')
  await signIn(other.dialog('Sign in again'), guest.email)
  await other.page.waitForURL('/')
  await other.button(`Account of ${guest.name}`).waitFor()
  wasRefused(401)
})

test('signing out leads to sign-in, and signing in back to where one wanted to go', async () => {
  await on.choose(`Account of ${owner.name}`, 'Sign out')
  await page.waitForURL('/sign-in')
  await assertInOrder(page, 'Sign in')
  await page.goto('/settings/members')
  await signIn(page, owner.email)
  await page.waitForURL('/settings/members')
  await row(guest.email).waitFor()
})
