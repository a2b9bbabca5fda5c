// Every page, on one node and in one order: what a test makes is there for the next.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Client, createClient } from '#client'
import {
  createApiKey,
  createInvitation,
  createInvoice,
  createItem,
  createPatient,
  createProject,
  createSource,
  createTracker,
  getSettings,
  getTracker,
  listUsers,
  startRun,
  updateSettings,
  updateUser,
} from '#contract'
import { until } from '#testing'
import { assertStates, type ListOnPage } from './testing/list-states.ts'
import { arrive, assertInOrder, focusOn } from './testing/looks.ts'
import { clientOf, clipboard, holdUp, owner, type Pages, signIn, startPages } from './testing/pages.ts'

const calm = { reducedMotion: 'reduce' } as const
const long = 'Conversations with everyone who has ever worked here, and Donaudampfschifffahrtsgesellschaft'
const rightToLeft = 'مقابلات مع المرضى'
const guest = { name: 'Grace Hopper', email: 'grace@aerie.test', password: owner.password }

let pages: Pages
/** The owner's page, and calls with the same session. */
let page: Page
let client: Client
/** Calls with a key of the owner. */
let key: Client
/** The page of a member, who is invited below. */
let members: Page

before(async () => {
  pages = await startPages()
  page = await pages.open(calm)
})
after(() => pages.close())
afterEach(() => assert.deepEqual(pages.complaints.splice(0), []))

const button = (name: string, within = page) => within.getByRole('button', { name, exact: true })
const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text })
const dialog = (name: string, within = page) => within.getByRole('dialog', { name })

/** Forgets what the console said about requests that the test meant to be refused. */
function wasRefused(status: number): void {
  const others = pages.complaints.filter((line) => !line.includes(`status of ${status}`))
  assert.notEqual(others.length, pages.complaints.length)
  pages.complaints.splice(0, Infinity, ...others)
}

/** Does the first thing of the command palette that is found by these letters. */
async function command(letters: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.waitForFunction(() => document.activeElement?.matches('[role=dialog] input'))
  await page.keyboard.type(letters)
  await page.keyboard.press('Enter')
}

test('the owner is set up with the keyboard alone', async () => {
  await arrive(page, '/')
  await assertInOrder(page, 'Set up Aerie')
  for (const text of [owner.name, owner.email, owner.password]) {
    await page.keyboard.type(text)
    if (text !== owner.password) await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await page.waitForURL('/')
  await focusOn(page, 'Home')
  await assertInOrder(page, 'Home')

  client = await clientOf(page)
  for (const name of [long, rightToLeft]) {
    await client.call(createProject, { name, description: `${name}. `.repeat(4) })
    await client.call(createApiKey, { name })
  }
  const lines = [{ description: long, quantity: '1', unitPrice: '1234567.89' }]
  for (const familyName of [long, rightToLeft]) {
    const { id: patientId } = await client.call(createPatient, { familyName })
    await client.call(createInvoice, { patientId, lines })
  }
  for (const [at, name] of [long, rightToLeft].entries())
    await client.call(createItem, {
      sku: `${at}${'S'.repeat(60)}`,
      name,
      unit: name.slice(0, 40),
      reorderLevel: '5',
    })
  await client.call(createInvitation, { email: `${'a'.repeat(60)}@${'b'.repeat(60)}.test`, role: 'admin' })
  const { token } = await client.call(createApiKey, { name: rightToLeft })
  key = createClient({ baseUrl: pages.node.url, apiKey: token })
  await key.call(updateSettings, { letterhead: { bank: long, iban: 'DE02120300000000202051' } })
})

test('the page of a project is in order', async () => {
  await arrive(page, '/projects')
  await page.getByRole('link', { name: long }).click()
  await page.waitForURL('/projects/*/sources')
  await focusOn(page, long)
  await assertInOrder(page, long)
})

test('the pages of a project’s trackers and skills are in order', async () => {
  const [, , projectId = ''] = new URL(page.url()).pathname.split('/')
  await client.call(createSource, { projectId, title: long, text: `${long}.\n\n${rightToLeft}. ${long}.` })
  for (const name of [long, rightToLeft])
    await client.call(createTracker, { projectId, name, phrases: [{ text: name.split(' ')[0]! }] })
  const run = await client.call(startRun, {
    name: 'summarize',
    projectId,
    input: { question: long, tag: rightToLeft },
    wait: 30,
  })
  const { id } = await client.call(createTracker, {
    projectId,
    name: long,
    query: 'conversations OR nothing',
  })
  await until(
    () => client.call(getTracker, { trackerId: id }),
    ({ backfill, counts }) => backfill === null && counts.mentions > 0,
  )
  for (const [path, heading] of [
    [`/projects/${projectId}/trackers`, long],
    [`/projects/${projectId}/skills`, long],
    [`/projects/${projectId}/trackers/${id}`, long],
    [`/projects/${projectId}/trackers/${id}/edit`, `Edit ${long}`],
    [`/projects/${projectId}/runs/${run.id}`, 'Summarize'],
  ] as const) {
    await arrive(page, path)
    await assertInOrder(page, heading)
  }
})

for (const [path, heading] of [
  ['/', 'Home'],
  ['/projects', 'Projects'],
  ['/skills', 'Skills'],
  ['/inventory', 'Inventory'],
  ['/inventory/receive', 'Receive stock'],
  ['/inventory/adjust', 'Adjust stock'],
  ['/billing', 'Billing'],
  ['/settings/account', 'Your account'],
  ['/forgot-password', 'Forgot your password?'],
  ['/reset-password/made-up', 'New password'],
  ['/confirm-email/made-up', 'Confirm your email address'],
  ['/settings/api-keys', 'API keys'],
  ['/settings/members', 'Members'],
  ['/settings/api-keys/everyone', 'Everyone’s keys'],
  ['/settings/backups', 'Backups'],
  ['/settings/imports', 'Import and export'],
  ['/settings/imports/new', 'Import a file'],
  ['/settings/audit-log', 'Audit log'],
  ['/settings/access-log', 'Access log'],
  ['/settings/security', 'Security'],
  ['/settings/organisation', 'Organisation'],
  ['/no/such/page', 'Page not found'],
] as const) {
  test(`the page “${heading}” is in order in light and dark, wide and narrow`, async () => {
    await arrive(page, path)
    await assertInOrder(page, heading)
  })
}

const lists: ListOnPage[] = [
  { label: 'Projects', path: '/projects', api: '/api/projects', empty: 'No projects yet', nothing: 'q=zzz' },
  {
    label: 'Stock',
    path: '/inventory',
    api: '/api/inventory/levels',
    empty: 'Nothing in stock yet',
    nothing: 'q=zzz',
  },
  {
    label: 'Invoices',
    path: '/billing',
    api: '/api/billing/invoices',
    empty: 'No invoices yet',
    nothing: 'q=zzz',
  },
  { label: 'Sessions', path: '/settings/account', api: '/api/auth/list-sessions', empty: 'No sessions' },
  {
    label: 'API keys',
    path: '/settings/api-keys',
    api: '/api/api-keys',
    empty: 'No API keys',
    nothing: 'q=zzz',
  },
  {
    label: 'Everyone’s keys',
    path: '/settings/api-keys/everyone',
    api: '/api/api-keys/everyones',
    empty: 'No API keys yet',
    nothing: 'q=zzz',
  },
  { label: 'Members', path: '/settings/members', api: '/api/users', empty: 'No members' },
  {
    label: 'Open invitations',
    path: '/settings/members',
    api: '/api/invitations',
    empty: 'No open invitations',
  },
  {
    label: 'Unconfirmed changes',
    path: '/settings/organisation',
    api: '/api/grants',
    empty: 'No unconfirmed changes',
  },
  {
    label: 'Audit log',
    path: '/settings/audit-log',
    api: '/api/audit-log',
    empty: 'No entries yet',
    nothing: 'actor=zzz',
  },
  {
    label: 'Access log',
    path: '/settings/access-log',
    api: '/api/access-log',
    empty: 'No entries yet',
    nothing: 'userId=0199aaaa-0000-7000-8000-000000000001',
  },
]
for (const list of lists) {
  test(`the list “${list.label}” says whether it loads, failed, is empty or matches nothing`, async () => {
    await assertStates(page, list)
    wasRefused(403)
  })
}

test('a long list goes on at a press, and shows as much when one comes back', async () => {
  for (let number = 1; number <= 50; number++) await client.call(createProject, { name: `Project ${number}` })
  await arrive(page, '/projects')
  await button('Show more').click()
  await page.getByRole('link', { name: long }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: long }).waitFor()
  assert.equal(await page.getByRole('row').count(), 53)
})

test('an invalid filter in the address is ignored', async () => {
  await arrive(page, '/projects?archived=perhaps&q=Project+17')
  await page.getByRole('link', { name: 'Project 17' }).waitFor()
})

test('someone is invited and accepts with the keyboard alone', async () => {
  await arrive(page, '/projects')
  await command('invite s')
  await dialog('Invite someone').getByLabel('Email address').waitFor()
  await page.waitForFunction(() => document.activeElement?.matches('input[name=email]'))
  await page.keyboard.type(guest.email)
  await page.keyboard.press('Enter')

  await focusOn(page, 'Copy link')
  const link = dialog('Invitation link')
  await page.keyboard.press('Escape')
  await page.mouse.click(10, 10)
  await link.getByText(/It works once, until \d/).waitFor()
  await button('Done').click()
  await dialog('Close without the link?').getByRole('button', { name: 'Back to the link' }).click()
  await button('Copy link').press('Enter')
  await button('Copied').waitFor()
  const url = await clipboard(page)
  await button('Done').press('Enter')
  await link.waitFor({ state: 'detached' })
  await rowOf(guest.email)
    .getByRole('button', { name: `Revoke the invitation of ${guest.email}` })
    .waitFor()

  members = await pages.open(calm)
  await arrive(members, url)
  await assertInOrder(members, 'Join Aerie')
  await members.keyboard.type(guest.name)
  await members.keyboard.press('Tab')
  await members.keyboard.type(guest.password)
  await members.keyboard.press('Enter')
  await members.waitForURL('/')
  await members.goto(url)
  await members.getByRole('heading', { name: 'Invitation already accepted' }).waitFor()
  wasRefused(409)
})

test('the invitation link is shown even if the dialog was closed before it arrived', async () => {
  const letGo = await holdUp(page, 'POST')
  await arrive(page, '/settings/members')
  await button('Invite someone').click()
  await dialog('Invite someone').getByLabel('Email address').fill('late@aerie.test')
  await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST'),
    page.keyboard.press('Enter'),
  ])
  await page.keyboard.press('Escape')
  await button('Leave').click()
  await dialog('Invite someone').waitFor({ state: 'detached' })
  await letGo()

  await focusOn(page, 'Copy link')
  await button('Done').click()
  await dialog('Close without the link?').getByText('Close', { exact: true }).click()
  await dialog('Invitation link').waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '')
})

test('members see only what they may do', async () => {
  await arrive(members, '/settings/members')
  const links = members.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  assert.deepEqual(await links.allTextContents(), [
    'Home',
    'Projects',
    'Skills',
    'Patients',
    'Inventory',
    'Billing',
    'Your account',
    'API keys',
    'Members',
  ])
  const main = members.getByRole('main')
  await main.getByText(guest.email).waitFor()
  assert.equal(await main.getByRole('button').count(), 0)
  assert.equal(await main.getByText('Open invitations').count(), 0)

  await arrive(members, '/settings/audit-log')
  await main.getByText('Only the owner and admins can see the audit log').waitFor()
  await arrive(members, '/settings/organisation')
  await main.getByText('Time zone').waitFor()
  assert.equal(await main.getByRole('textbox').count(), 0)
})

test('a member changed by someone else is refreshed instead of overwritten', async () => {
  await arrive(page, '/settings/members')
  const { data } = await client.call(listUsers)
  const { id: userId = '' } = data.find(({ email }) => email === guest.email) ?? {}
  await client.call(updateUser, { userId, role: 'admin' })

  const disable = async () => {
    await button(`Actions for ${guest.name}`).click()
    await page.getByRole('menuitem', { name: 'Disable…' }).click()
    const question = dialog(`Disable “${guest.name}”?`)
    await question.getByText('signed out everywhere immediately, and their API keys stop working').waitFor()
    await question.getByRole('button', { name: 'Disable account' }).click()
    await question.waitFor({ state: 'detached' })
  }
  await disable()
  await page.getByText(`“${guest.name}” was not changed`).waitFor()
  await rowOf(guest.email).getByText('Admin', { exact: true }).waitFor()
  await rowOf(guest.email).getByText('Active').waitFor()
  wasRefused(409)

  await disable()
  await rowOf(guest.email).getByText('Disabled').waitFor()
  await button(`Actions for ${guest.name}`).click()
  await page.getByRole('menuitem', { name: 'Enable…' }).click()
  const question = dialog(`Enable “${guest.name}”?`)
  await question.getByRole('checkbox', { name: 'Let their API keys work again' }).check()
  await question.getByRole('button', { name: 'Enable account' }).click()
  await rowOf(guest.email).getByText('Active').waitFor()
  assert.equal(await button(`Actions for ${owner.name}`).count(), 0)
})

test('changes that a key requested are confirmed and declined with the keyboard', async () => {
  const decide = async (label: string, action: 'Confirm' | 'Decline') => {
    await rowOf(label).getByRole('button', { name: action }).press('Enter')
    const question = dialog(`${action} this change?`)
    await question.getByText(label).waitFor()
    await question.getByRole('button', { name: `${action} change` }).press('Enter')
    await question.waitFor({ state: 'detached' })
    await page.getByText('No unconfirmed changes').waitFor()
  }
  await arrive(page, '/settings/organisation')
  await page.getByRole('link', { name: 'Unconfirmed changes' }).press('Enter')
  await focusOn(page, 'Unconfirmed changes')
  await decide('IBAN from none to', 'Confirm')
  await page.waitForFunction(
    () =>
      document.querySelector<HTMLInputElement>('input[name="letterhead.iban"]')?.value ===
      'DE02120300000000202051',
  )

  const { data } = await client.call(listUsers)
  const { id: userId = '' } = data.find(({ email }) => email === guest.email) ?? {}
  await client.call(updateUser, { userId, role: 'member' })
  await key.call(updateUser, { userId, role: 'admin' })
  await arrive(page, '/settings/members')
  await assertInOrder(page, 'Members')
  await decide('change the role from member to admin', 'Decline')
  await rowOf(guest.email).getByText('Member', { exact: true }).waitFor()
  await client.call(updateUser, { userId, role: 'admin' })
})

test('settings saved by others are kept, and leaving unsaved ones asks', async () => {
  await arrive(page, '/settings/organisation')
  await client.call(updateSettings, { timeZone: 'Europe/Berlin' })
  await page.getByLabel('Name', { exact: true }).first().fill('Nordhafen Clinic')
  await page.getByRole('link', { name: 'Projects' }).click()
  await dialog('Leave without saving?').getByRole('button', { name: 'Keep editing' }).click()

  await button('Save').click()
  await page.getByText('Record changed since it was read').waitFor()
  wasRefused(409)
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('input[name=timeZone]')?.value === 'Europe/Berlin',
  )
  await button('Save').click()
  await page.getByText('Settings saved').waitFor()
  const { organisationName, timeZone } = await client.call(getSettings)
  assert.deepEqual(
    { organisationName, timeZone },
    { organisationName: 'Nordhafen Clinic', timeZone: 'Europe/Berlin' },
  )
  await page.getByRole('navigation', { name: 'Pages' }).getByText('Nordhafen Clinic').waitFor()
})

test('the audit log describes events in sentences and exports what it shows', async () => {
  await arrive(page, '/settings/audit-log')
  await page.getByText(`${owner.name} disabled ${guest.name}`).click()
  await page.getByText('user.disable').waitFor()
  await page.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('option', { name: 'Invitation created' }).click()
  await page.waitForURL('/settings/audit-log?action=invitation.create')
  await page.getByText(`${owner.name} invited ${guest.email} as a member`).waitFor()
  await page.getByLabel('To', { exact: true }).fill('2020-01-31')
  await page.getByText('Nothing matches').waitFor()
  await page.getByLabel('To', { exact: true }).fill('')

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  assert.equal(lines.filter((line) => line.includes('invitation.create')).length, lines.length - 1)
})

test('the keyboard reaches the content, every page, the search and its own help', async () => {
  await arrive(page, '/projects')
  await page.keyboard.press('Tab')
  await focusOn(page, 'Skip to the content')
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'MAIN')

  await command('history')
  await page.waitForURL('/settings/audit-log')
  await focusOn(page, 'Audit log')
  await page.keyboard.press('/')
  await focusOn(page, 'Search by email address')

  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  await dialog('Keyboard shortcuts').waitFor()
  await page.keyboard.press('Escape')
  await dialog('Keyboard shortcuts').waitFor({ state: 'detached' })
})

test('whoever is signed out meanwhile signs in over the page and goes on', async () => {
  await arrive(page, '/projects?dialog=new')
  await page.getByLabel('Name').fill('Typed before the session ended')
  await page.context().clearCookies()
  await button('Create project').click()
  const again = dialog('Sign in again')
  await again.getByLabel('Email address').fill(owner.email)
  await again.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await again.waitFor({ state: 'detached' })
  wasRefused(401)
  await button('Create project').click()
  await page.getByRole('heading', { name: 'Typed before the session ended' }).waitFor()
})

test('somebody else who signs in over the page is not shown it', async () => {
  const other = await pages.open(calm)
  await signIn(other, '/settings/members')
  await other.context().clearCookies()
  // What was still being read may have found it out before.
  await other.getByRole('link', { name: 'Billing' }).dispatchEvent('click')
  const again = dialog('Sign in again', other)
  await again.getByLabel('Email address').fill(guest.email)
  await again.getByLabel('Password', { exact: true }).fill(guest.password)
  await other.keyboard.press('Enter')
  await other.waitForURL('/')
  await button(`Account of ${guest.name}`, other).waitFor()
  wasRefused(401)
})

test('signing out leads to sign-in, and signing in back to where one wanted to go', async () => {
  await page.getByRole('button', { name: `Account of ${owner.name}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('/sign-in')
  await assertInOrder(page, 'Sign in')
  await signIn(page, '/settings/members')
  await rowOf(guest.email).waitFor()
})
