// The pages of API keys, in one order: keys that a test creates are there for the next.
import assert from 'node:assert/strict'
import { exec } from 'node:child_process'
import { Agent } from 'node:http'
import { before, test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { type Client, createClient } from '#client'
import {
  createApiKey,
  createProject,
  getApiKeyUsage,
  getSettings,
  listApiKeyRefusals,
  listApiKeys,
  listProjects,
  type Output,
  revokeApiKey,
  updateSettings,
} from '#contract'
import { bearer, rawCall, refusal, until, untilDayIsLong } from '#testing'
import { issueToken } from '../server/api-keys/token.ts'
import { ownerOf } from './testing/node.ts'
import { clipboard } from './testing/pages.ts'

const on = ownerOf()
const { accessible, arrive, button, command, dialog, field, focusIn, focusOn, inOrder, press, see } = on
const path = '/settings/api-keys'
let page: Page
let client: Client

before(async () => {
  page = on.page
  client = on.client
  await page.goto(path)
})

const withToken = (apiKey: string) => createClient({ baseUrl: on.app.url, apiKey })
const rowOf = (name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }).first() })

/** Creates a key on the page, as far as the dialog that shows its token. */
async function create(name: string, expiry = '90 days'): Promise<void> {
  await button('New API key').click()
  await field('Name', dialog()).fill(name)
  await dialog().getByLabel(expiry).check()
  await button('Create key').click()
  await button('Copy token').waitFor()
}

/** Reads the token by its button, and closes the dialog. */
async function takeToken(): Promise<string> {
  await button('Copy token').click()
  await button('Copied').waitFor()
  const token = await clipboard(page)
  await button('I have stored it').click()
  await dialog().waitFor({ state: 'detached' })
  return token
}

/** Everything that the page holds or left anywhere: its elements, fields, address, and all kinds of storage. */
const traces = () =>
  page.evaluate(async () => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    const kept = [{ ...localStorage }, { ...sessionStorage }, databases, await caches.keys()]
    return [
      document.documentElement.outerHTML,
      ...fields.map(({ value }) => value),
      location.href,
      document.title,
      document.cookie,
      JSON.stringify([history.state, kept, performance.getEntries()]),
    ].join('\n')
  })

test('with no key, the page offers the first; the form shows what is wrong and what date each choice means', async () => {
  await untilDayIsLong()
  await see('0 active')
  await button('Create your first key').click()
  await page.goBack()
  await dialog().waitFor({ state: 'detached' })
  await button('New API key').click()
  await button('Create key').click()
  await see('Enter a value', dialog())
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
  for (const days of [7, 30, 90, 365]) await see(format.format(Date.now() + days * 86_400_000), dialog())
  await dialog().getByLabel('Custom').check()
  await field('Days until it expires').fill('1.5')
  await press('Enter')
  await see('Enter a whole number of days', dialog())
  await accessible()
  await press('Escape')
  await button('Leave').click()
  await dialog().first().waitFor({ state: 'detached' })
})

test('a token is shown once, cannot be lost by accident, and afterwards is nowhere', async () => {
  const navigation = page.getByRole('navigation')
  await navigation.getByRole('link', { name: 'Projects' }).click()
  await on.seeHeading('Projects')
  await navigation.getByRole('link', { name: 'API keys' }).click()
  await create('Nightly export')
  const shown = await dialog().locator('code').first().innerText()
  await accessible()
  await press('Escape')
  await page.mouse.click(20, 450)
  await see('Only this button closes', dialog())
  await page.goBack()
  await see('Leave without the token?')
  await button('Back to the token').click()
  const token = await takeToken()
  assert.equal(token, shown)
  await withToken(token).call(listProjects)
  const secret = token.slice(13)
  assert.ok(!(await traces()).includes(secret))
  await page.reload()
  await rowOf('Nightly export').waitFor()
  assert.ok(!(await traces()).includes(secret))
})

test('a row that waits for its first use notices it by itself', async () => {
  await create('First use', 'Never')
  const token = await takeToken()
  await see('Never used', rowOf('First use'))
  await withToken(token).call(listProjects)
  await rowOf('First use').getByText('Never used').waitFor({ state: 'detached' })
})

test('the command works as it is copied, and one click selects the whole token', async () => {
  await create('By hand')
  await button('Copy the command').click()
  const { stdout } = await promisify(exec)(`${await clipboard(page)} --silent --show-error`)
  assert.deepEqual(JSON.parse(stdout), await client.call(listProjects))
  await button('Copy the line').click()
  const line = await clipboard(page)
  await dialog().locator('code').first().click()
  assert.equal(`AERIE_API_KEY=${await page.evaluate(() => String(getSelection()))}`, line)
  assert.equal(`AERIE_API_KEY=${await takeToken()}`, line)
})

test('the button copies too where browsers offer no clipboard, as over plain HTTP', async () => {
  const plain = await on.open('owner')
  await plain.page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await plain.page.goto(`${path}?dialog=new`)
  await plain.field('Name').fill('Over plain HTTP')
  await plain.press('Enter')
  await plain.button('Copy token').click()
  await plain.button('Copied').waitFor()
  const shown = await plain.dialog().locator('code').first().innerText()
  await plain.button('I have stored it').click()
  await plain.button('New API key').click()
  await plain.field('Name').press('Control+v')
  assert.equal(await plain.field('Name').inputValue(), shown)
})

test('a row shows name, prefix, times and state in words, and the heading counts the active keys', async () => {
  const { prefix } = await client.call(createApiKey, { name: 'Ends soon', expiresInDays: 6 })
  const { id } = await client.call(createApiKey, { name: 'Taken back' })
  await client.call(revokeApiKey, { keyId: id })
  await page.reload()
  const soon = rowOf('Ends soon')
  for (const text of [prefix, 'Expires soon', /^(just now|1 minute ago)$/, 'Never used', 'in 6 days'])
    await see(text, soon)
  await button(`Copy the prefix ${prefix}`, soon).click()
  assert.equal(await clipboard(page), prefix)
  await soon.locator('time').last().hover()
  await see(/\d:\d\d:\d\d/, page.getByRole('tooltip'))
  await see(/^Active$/, rowOf('First use'))
  await see(/^Never$/, rowOf('First use'))
  await see(/^Revoked$/, rowOf('Taken back'))
  assert.equal(await rowOf('Taken back').getByRole('button', { name: 'Revoke' }).count(), 0)
  await see(`${(await client.call(listApiKeys)).activeCount} active`)
})

test('revoking names the key, shows when it was last used, and takes effect at once', async () => {
  const name = 'x'.repeat(100)
  const { token } = await client.call(createApiKey, { name })
  await withToken(token).call(listProjects)
  await page.reload()
  await rowOf(name).getByRole('button', { name: 'Revoke' }).click()
  const question = dialog(`Revoke “${name}”?`)
  await see(/was last used (just now|1 minute ago)/, question)
  await accessible()
  await button('Revoke key', question).click()
  await see(/^Revoked$/, rowOf(name))
  await refusal(withToken(token).call(listProjects), 'unauthenticated')
})

test('a key is rotated: a successor like it, whether the old one is still used, and when it can go', async () => {
  const old = await client.call(createApiKey, { name: 'Warehouse sync', expiresInDays: 45 })
  await withToken(old.token).call(listProjects)
  await page.reload()
  const row = rowOf('Warehouse sync')
  await button('Rotate Warehouse sync', row).click()
  await dialog('Rotate key').waitFor()
  await press('Escape')
  await dialog().first().waitFor({ state: 'detached' })
  // By the command palette it is the key of another program again.
  await command('new api key')
  await dialog('New API key').waitFor()
  await press('Escape')
  await dialog().first().waitFor({ state: 'detached' })
  await button('Rotate Warehouse sync', row).click()
  assert.equal(await field('Name', dialog()).inputValue(), 'Warehouse sync (v2)')
  assert.equal(await field('Days until it expires').inputValue(), '45')
  await button('Create key').click()
  const token = await takeToken()
  await see(/^New key unused$/, row)
  assert.equal(await row.getByRole('button', { name: 'Rotate' }).count(), 0)
  await withToken(token).call(listProjects)
  await see('Safe to revoke', row)
  await withToken(old.token).call(listProjects)
  await see(/^Still in use$/, row)
})

test('search, state and order are offered once there are many', async () => {
  const search = page.getByRole('searchbox', { name: 'Search by name or prefix' })
  for (const number of [1, 2, 3, 4]) await client.call(createApiKey, { name: `A job, ${number}` })
  await page.reload()
  await search.waitFor()
  await page.getByRole('combobox', { name: 'Order' }).selectOption('By name')
  await see('A job, 1', page.getByRole('row').nth(1))
  await page.getByRole('radiogroup', { name: 'State' }).getByText('Revoked').click()
  await rowOf('A job, 1').waitFor({ state: 'detached' })
  await see('Taken back')
  await search.fill('first use')
  await button('Clear filters').click()
  // The successor is not in sight, and still known.
  await search.fill(await rowOf('Warehouse sync').locator('code').first().innerText())
  await rowOf('First use').waitFor({ state: 'detached' })
  await see('Still in use', rowOf('Warehouse sync'))
  await button('Clear the search').click()
  await rowOf('First use').waitFor()
})

test('owner and admins see everyone’s keys and what speaks against them, and revoke them; members do not', async () => {
  const member = await on.open('member')
  await member.arrive(path)
  assert.equal(await member.link('Everyone’s keys').count(), 0)
  await member.arrive(`${path}/everyone`)
  await member.see('Only the owner and admins can see everyone’s keys')
  const { id } = await client.call(createApiKey, { name: 'Mine' })
  await member.page.goto(`${path}/${id}`)
  await member.see('The key could not be loaded')
  on.wasRefused(404)

  const { token } = await member.client.call(createApiKey, { name: 'Flow of a member' })
  await on.link('Everyone’s keys').click()
  await page.waitForURL(`${path}/everyone`)
  const row = rowOf('Flow of a member')
  for (const text of ['The member', 'member@aerie.test', 'Never expires', 'Never used']) await see(text, row)
  await page.getByRole('button', { name: /of disabled users$/ }).click()
  await page.waitForURL(`${path}/everyone?concern=owner_disabled`)
  await see('Nothing matches')
  await page.getByRole('button', { name: /never expiring$/ }).click()
  await see('The member', row)
  await page.getByRole('searchbox').fill('member')
  await rowOf('First use').waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '?concern=never_expires&q=member')

  await page.getByRole('link', { name: 'Flow of a member' }).press('Enter')
  await inOrder('Flow of a member')
  assert.equal(await fact('Owner').innerText(), 'The member, member@aerie.test')
  assert.equal(await button('Rotate').count(), 0)
  await button('Revoke').press('Enter')
  await see('It belongs to member@aerie.test.', dialog('Revoke “Flow of a member” of The member?'))
  await button('Revoke key').press('Enter')
  await on.gone('It belongs to')
  await refusal(withToken(token).call(listProjects), 'unauthenticated')
})

test('pasted text shows whose tokens are in it and revokes them together, by keyboard; no token leaves the browser', async () => {
  const member = await on.open('member')
  const own = await client.call(createApiKey, { name: 'Leaked by the owner' })
  const theirs = await member.client.call(createApiKey, { name: 'Leaked by a member' })
  const unknown = issueToken().token
  const lookAlike = own.token.slice(0, 12) + unknown.slice(12)
  const log = `KEY="${own.token}"\n?k%3D${theirs.token}&x=1 ${unknown} ${lookAlike} ${own.token}`
  const sent: string[] = []
  for (const each of [page, member.page])
    each.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await arrive(path)
  await button('Check tokens').press('Enter')
  await focusIn('textarea')
  await page.keyboard.insertText(lookAlike)
  await see('No token found.', dialog())
  await page.keyboard.insertText(` ${log}`)
  await see('3 tokens found.', dialog())
  const rowIn = (name: string) => on.row(name, dialog())
  await see('owner@aerie.test', rowIn('Leaked by the owner'))
  await see('member@aerie.test', rowIn('Leaked by a member'))
  await see('Not a key of this Aerie', rowIn(unknown.slice(0, 12)))
  await accessible()
  await button('Revoke 2 keys', dialog()).press('Enter')
  await button('Revoke 2 keys', dialog('Revoke 2 active keys?')).press('Enter')
  for (const name of ['Leaked by the owner', 'Leaked by a member']) await see(/^Revoked$/, rowIn(name))
  for (const { token } of [own, theirs]) await refusal(withToken(token).call(listProjects), 'unauthenticated')
  await press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await page.goForward()
  assert.equal(await dialog().getByLabel('Tokens, or text that contains them').inputValue(), '')
  const left = await traces()
  await press('Escape')

  await member.page.goto(`${path}?dialog=tokens`)
  await member.focusIn('textarea')
  await member.page.keyboard.insertText(log)
  await member.see('Not one of your keys', member.dialog())
  await member.see('Leaked by a member', member.dialog())
  assert.ok(sent.some((request) => request.includes('/api/api-keys/identify')))
  for (const token of [own.token, theirs.token, unknown]) {
    const secret = token.slice(13)
    assert.ok(!left.includes(secret) && !sent.some((request) => request.includes(secret)))
  }
})

test('all keys of a member, all unused keys and all of your own keys are revoked after their number is shown', async () => {
  await page.goto('/settings/members')
  await on.choose('Actions for The member', 'Revoke API keys…')
  await see('No active keys found')
  await page.goto(`${path}/everyone`)
  await button('Revoke unused keys').click()
  await dialog().getByLabel('Unused for at least (days)').fill('30')
  await accessible()
  await button('Count keys', dialog()).click()
  await page.getByText('No active keys found').last().waitFor()
  await button('Cancel', dialog()).click()
  await page.goto(path)
  const { activeCount } = await client.call(listApiKeys)
  await on.choose('More actions', 'Revoke all your keys…')
  await see(`Revoke all your ${activeCount} active keys?`, dialog())
  await button(`Revoke ${activeCount} keys`, dialog()).click()
  await see('0 active')
  assert.equal((await client.call(listApiKeys)).activeCount, 0)
})

/** The key of the tests below. */
let key: Output<typeof createApiKey>

const fact = (name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: name }) })
    .locator('dd')

/** Calls with the key from an address of this machine, and waits until so many calls are counted. */
async function call(to: string, count: number, address = '127.0.0.1'): Promise<void> {
  const agent = new Agent({ localAddress: address })
  await rawCall(on.app.url, to, { agent, headers: { ...bearer(key.token), 'user-agent': 'export.py/1.0' } })
  await until(
    async () => (await client.call(getApiKeyUsage, { keyId: key.id, days: 1 })).days[0]?.calls,
    (calls) => calls === count,
  )
}

test('the page of a key shows calls, refusals and where they came from, and flags other networks', async () => {
  await untilDayIsLong()
  key = await client.call(createApiKey, { name: 'Report', expiresInDays: 90 })
  await arrive(path)
  await page.getByRole('link', { name: 'Report' }).press('Enter')
  await page.waitForURL(`${path}/${key.id}`)
  await focusOn('Report')
  await see('No calls in the last 30 days.')
  await see('No networks yet')
  await call('/api/nothing', 1)
  await call('/api/me', 2)
  await arrive(`${path}/${key.id}`)
  for (const [name, value] of [
    ['Calls', '2'],
    ['Refused (4xx)', '1'],
    ['Failed (5xx)', '0'],
    ['Last address', '127.0.0.1'],
    ['Last user agent', 'export.py/1.0'],
  ] as const)
    assert.equal(await fact(name).innerText(), value)
  await page.locator('summary').press('Enter')
  const today = page.getByRole('table', { name: 'Calls per day' }).getByRole('row').nth(1)
  assert.deepEqual((await today.getByRole('cell').allTextContents()).slice(-3), ['2', '1', '0'])
  assert.equal(await page.getByText('New network').count(), 0)

  await call('/api/me', 3, '127.1.2.3')
  await page.getByRole('radio', { name: '30 days' }).focus()
  await press('ArrowRight')
  await page.waitForURL(`${path}/${key.id}?days=90`)
  await page.reload()
  await page.getByRole('radio', { name: '90 days', checked: true }).waitFor({ state: 'attached' })
  await page.getByRole('row', { name: '127.1.2.0/24 New network' }).waitFor()
  await inOrder('Report')
  await page.getByRole('link', { name: 'API keys' }).first().press('Enter')
  await see('3 calls', on.row('New network'))
  await page.getByRole('img', { name: /^At most 3 calls a day, on .*\. 3 today\.$/ }).waitFor()
  await inOrder('API keys')
})

test('a key is rotated and revoked on its page, by keyboard', async () => {
  await arrive(`${path}/${key.id}`)
  await button('Rotate').press('Enter')
  await dialog('Rotate key').waitFor()
  await button('Create key').press('Enter')
  await button('I have stored it').press('Enter')
  await see('New key unused')
  assert.equal(await button('Rotate').count(), 0)
  await button('Revoke').press('Enter')
  await button('Revoke key', dialog('Revoke “Report”?')).press('Enter')
  await see('Revoked', page.getByRole('heading', { level: 1 }).locator('..'))
  assert.equal(await button('Revoke').count(), 0)
})

test('the page of a revoked key says why its calls failed, who still uses it, and undoes what it did', async () => {
  const { id: keyId, token } = await client.call(createApiKey, { name: 'Stolen' })
  const thief = withToken(token)
  const { organisationName } = await client.call(getSettings)
  await thief.call(updateSettings, { organisationName: 'Theirs' })
  await refusal(thief.call(listApiKeys), 'session_required')
  for (const name of ['', ' ']) await refusal(thief.call(createProject, { name }), 'validation_failed')
  await client.call(revokeApiKey, { keyId })
  await refusal(thief.call(listProjects), 'unauthenticated')
  await until(
    () => client.call(listApiKeyRefusals, { keyId }),
    ({ data }) => data.length === 4,
  )

  await arrive(`${path}/${keyId}`)
  await see('Something still uses this key')
  await see('1 call came after it ended', page.getByRole('alert'))
  const reasons = page.getByRole('table', { name: 'Refused calls by reason' })
  await see('2', reasons.getByRole('row', { name: 'validation_failed' }))
  await see('GET /api/projects', reasons.getByRole('row', { name: 'The key was revoked' }))
  const calls = page.getByRole('table', { name: 'Refused calls', exact: true }).getByRole('row')
  assert.equal(await calls.count(), 5)
  await see('127.0.0.1', calls.nth(1))
  assert.equal(
    await reasons.getByRole('link', { name: 'session_required' }).getAttribute('href'),
    '/api/docs#session_required',
  )

  await button('Add a note').press('Enter')
  await field('Note', dialog('Note')).fill('Found in a chat on Monday.')
  await button('Save note').press('Enter')
  await see('Found in a chat on Monday.')

  await button('Undo Settings').press('Enter')
  await see('renamed the organisation to “Theirs”', dialog('Undo this action?'))
  await accessible()
  await button('Undo action').press('Enter')
  await dialog().waitFor({ state: 'detached' })
  assert.equal((await client.call(getSettings)).organisationName, organisationName)
  await inOrder('Stolen')
})
