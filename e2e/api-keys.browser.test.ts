// The page of API keys, fact by fact, on one node and in one order: keys that a test makes are there for the next.
import assert from 'node:assert/strict'
import { exec } from 'node:child_process'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { type Client, createClient } from '#client'
import {
  acceptInvitation,
  createApiKey,
  createInvitation,
  listApiKeys,
  listProjects,
  revokeApiKey,
} from '#contract'
import { refusal, untilDayIsLong } from '#testing'
import { issueToken } from '../server/api-keys/token.ts'
import {
  clientOf,
  clipboard,
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
let client: Client

before(async () => {
  pages = await startPages(withOwner)
  page = await pages.open()
  await signIn(page, path)
  client = await clientOf(page)
})
after(() => pages.close())

const withToken = (apiKey: string) => createClient({ baseUrl: pages.node.url, apiKey })
const rowOf = (name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }).first() })
const dialog = () => page.getByRole('dialog')
const button = (name: string, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true })
const see = (text: string | RegExp, within: Page | Locator = page) => within.getByText(text).first().waitFor()

/** Makes a key on the page, as far as the dialog that shows its token. */
async function create(name: string, expiry = '90 days'): Promise<void> {
  await button('New API key').click()
  await dialog().getByLabel('Name', { exact: true }).fill(name)
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
    const fields = [...document.querySelectorAll('input, textarea')].map(
      (each) => (each as HTMLInputElement).value,
    )
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    return [
      document.documentElement.outerHTML,
      ...fields,
      location.href,
      document.title,
      document.cookie,
      JSON.stringify([
        history.state,
        { ...localStorage },
        { ...sessionStorage },
        databases,
        await caches.keys(),
      ]),
      JSON.stringify(performance.getEntries()),
    ].join('\n')
  })

test('with no key, the page says what one is for and offers the first', async () => {
  await see('No API keys yet')
  await see('0 active')
  await button('Create your first key').click()
  await dialog().getByRole('heading', { name: 'New API key' }).waitFor()
  await page.goBack()
  await dialog().waitFor({ state: 'detached' })
})

test('the form says what is wrong with a name or an expiry, and what date each choice means', async () => {
  await untilDayIsLong()
  await button('New API key').click()
  await button('Create key').click()
  await see('Enter a value', dialog())

  const inDays = (days: number) =>
    new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }).format(
      Date.now() + days * 86_400_000,
    )
  for (const days of [7, 30, 90, 365]) await see(inDays(days), dialog())

  await dialog().getByLabel('Custom').check()
  const days = dialog().getByLabel('Days until it expires')
  for (const [typed, message] of [
    ['0', 'At least 1 day'],
    ['-1', 'At least 1 day'],
    ['3651', 'At most 3650 days'],
    ['1.5', 'Enter a whole number of days'],
    ['soon', 'Enter a whole number of days'],
  ] as const) {
    await days.fill(typed)
    await days.press('Enter')
    await see(message, dialog())
  }
  await days.fill('3650')
  await see(inDays(3650), dialog())
  assert.equal((await client.call(listApiKeys)).data.length, 0)

  await page.keyboard.press('Escape')
  await button('Leave').click()
  await dialog().first().waitFor({ state: 'detached' })
})

test('a token is shown once, cannot be lost by accident, and afterwards is nowhere', async () => {
  const navigation = page.getByRole('navigation')
  await navigation.getByRole('link', { name: 'Projects' }).click()
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
  await navigation.getByRole('link', { name: 'API keys' }).click()
  await create('Nightly export')
  const shown = await dialog().locator('code').first().innerText()
  await see('The token is shown only once.', dialog())

  await page.keyboard.press('Escape')
  await page.mouse.click(20, 450)
  await see('Only this button closes', dialog())
  await page.goBack()
  await see('Leave without the token?')
  await button('Back to the token').click()
  assert.equal(await dialog().locator('code').first().innerText(), shown)

  const token = await takeToken()
  assert.equal(token, shown)
  assert.match(token, /^aie_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/)
  await withToken(token).call(listProjects)

  const secret = token.slice(13)
  assert.ok(!(await traces()).includes(secret))
  await page.reload()
  await rowOf('Nightly export').waitFor()
  assert.ok(!(await traces()).includes(secret))
  assert.ok(!pages.node.output().includes(secret))
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
  await page.keyboard.press('Control+c')
  assert.equal(`AERIE_API_KEY=${await takeToken()}`, line)
})

test('the button copies too where browsers offer no clipboard, as over plain HTTP', async () => {
  const plain = await pages.open({ storageState: await page.context().storageState() })
  await plain.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await plain.goto(`${path}?dialog=new`)
  await plain.getByLabel('Name', { exact: true }).fill('Over plain HTTP')
  await plain.keyboard.press('Enter')
  await plain.getByRole('button', { name: 'Copy token' }).click()
  await plain.getByRole('button', { name: 'Copied' }).waitFor()
  const shown = await plain.getByRole('dialog').locator('code').first().innerText()
  await plain.getByRole('button', { name: 'I have stored it' }).click()
  await plain.getByRole('button', { name: 'New API key' }).click()
  await plain.getByLabel('Name', { exact: true }).press('Control+v')
  assert.equal(await plain.getByLabel('Name', { exact: true }).inputValue(), shown)
  await plain.context().close()
})

test('a row shows name, prefix, times and state in words, and the heading counts the active keys', async () => {
  const { prefix } = await client.call(createApiKey, { name: 'Ends soon', expiresInDays: 6 })
  const { id } = await client.call(createApiKey, { name: 'Taken back' })
  await client.call(revokeApiKey, { keyId: id })
  const ended = await client.call(createApiKey, { name: 'Ran out', expiresInDays: 1 })
  // Expiry is judged by the database's clock, which no test turns: the answer is changed on its way.
  await page.route('**/api/api-keys?*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const key = answer.data.find((each: { id: string }) => each.id === ended.id)
    Object.assign(key, { status: 'expired', expiresAt: key.createdAt })
    await route.fulfill({ response, json: answer })
  })
  await page.reload()

  const soon = rowOf('Ends soon')
  for (const text of [prefix, 'Expires soon', /^(just now|1 minute ago)$/, 'Never used', 'in 6 days'])
    await see(text, soon)
  await button(`Copy the prefix ${prefix}`, soon).click()
  assert.equal(await clipboard(page), prefix)
  await soon.locator('time').last().hover()
  await page
    .getByRole('tooltip')
    .getByText(/\d:\d\d:\d\d/)
    .waitFor()

  await see(/^Active$/, rowOf('First use'))
  await see(/^Never$/, rowOf('First use'))
  await see(/^Revoked$/, rowOf('Taken back'))
  assert.equal(await rowOf('Taken back').getByRole('button', { name: 'Revoke' }).count(), 0)
  const { activeCount } = await client.call(listApiKeys)
  assert.equal(activeCount, 6)
  await see('6 active')
})

test('revoking names the key, says when it was last used, and takes effect at once', async () => {
  const { token } = await client.call(createApiKey, { name: 'x'.repeat(100) })
  await withToken(token).call(listProjects)
  await page.unrouteAll()
  await page.reload()
  const row = rowOf('x'.repeat(100))
  await row.getByRole('button', { name: 'Revoke' }).click()
  await dialog()
    .getByRole('heading', { name: `Revoke “${'x'.repeat(100)}”?` })
    .waitFor()
  await see(/was last used (just now|1 minute ago)/, dialog())
  await see('stop working immediately', dialog())
  await button('Cancel', dialog()).click()
  await withToken(token).call(listProjects)

  await row.getByRole('button', { name: 'Revoke' }).click()
  await button('Revoke key', dialog()).click()
  await see(/^Revoked$/, row)
  await refusal(withToken(token).call(listProjects), 'unauthenticated')
  await see('6 active')
})

test('a key is rotated: a successor like it, whether the old one is still used, and when it can go', async () => {
  const old = await client.call(createApiKey, { name: 'Warehouse sync', expiresInDays: 45 })
  await withToken(old.token).call(listProjects)
  await page.reload()
  const row = rowOf('Warehouse sync')
  assert.equal(await page.getByRole('searchbox').count(), 0)
  await button('Rotate Warehouse sync', row).click()
  await page.getByRole('dialog', { name: 'Rotate key' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog().first().waitFor({ state: 'detached' })
  // By the command palette it is the key of another program again.
  await page.keyboard.press('Control+k')
  await page.locator('[role=dialog] input:focus').waitFor()
  await page.keyboard.type('new api key')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'New API key' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog().first().waitFor({ state: 'detached' })

  await button('Rotate Warehouse sync', row).click()
  assert.equal(await dialog().getByLabel('Name', { exact: true }).inputValue(), 'Warehouse sync (v2)')
  assert.equal(await dialog().getByLabel('Days until it expires').inputValue(), '45')
  await button('Create key').click()
  const token = await takeToken()

  await see(/^New key unused$/, row)
  assert.equal(await row.getByRole('button', { name: 'Rotate' }).count(), 0)
  await withToken(token).call(listProjects)
  await see('Safe to revoke', row)
  await withToken(old.token).call(listProjects)
  await see(/^Still in use$/, row)

  // The other consumer is switched too: the next successor is used, and its predecessor stands still.
  const next = rowOf('Warehouse sync (v2)')
  await button('Rotate Warehouse sync (v2)').click()
  assert.equal(await dialog().getByLabel('Name', { exact: true }).inputValue(), 'Warehouse sync (v3)')
  await button('Create key').click()
  await withToken(await takeToken()).call(listProjects)
  await see('Safe to revoke', next)
  await button('Revoke Warehouse sync (v2)', next).click()
  await button('Revoke key', dialog()).click()
  await see(/^Revoked$/, next)
  await refusal(withToken(token).call(listProjects), 'unauthenticated')
})

test('search, state and order are offered once there are many', async () => {
  const search = page.getByRole('searchbox', { name: 'Search by name or prefix' })
  for (const number of [1, 2, 3]) await client.call(createApiKey, { name: `A job, ${number}` })
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
  await see('Safe to revoke', rowOf('Warehouse sync'))
  await button('Clear the search').click()
  await rowOf('First use').waitFor()
})

test('owner and admins see everyone’s keys and what speaks against them, and revoke them; members do not', async () => {
  const { url = '' } = await client.call(createInvitation, { email: 'grace@aerie.test', role: 'member' })
  const guest = { token: url.split('/').at(-1)!, name: 'Grace Hopper', password: owner.password }
  await client.call(acceptInvitation, guest)
  const members = await pages.open()
  await signIn(members, path, 'grace@aerie.test')
  await button('New API key', members).waitFor()
  assert.equal(await members.getByRole('link', { name: 'Everyone’s keys' }).count(), 0)
  const { token } = await (await clientOf(members)).call(createApiKey, { name: 'Flow of Grace' })
  await members.goto(`${path}/everyone`)
  await see('Only the owner and admins can see everyone’s keys', members)
  await members.context().close()

  await page.getByRole('link', { name: 'Everyone’s keys' }).click()
  await page.waitForURL(`${path}/everyone`)
  const row = rowOf('Flow of Grace')
  for (const text of ['Grace Hopper', 'grace@aerie.test', 'Never expires', 'Never used']) await see(text, row)
  await inspect('everyone’s keys', 'body')
  await page.getByRole('button', { name: /of disabled members$/ }).click()
  await page.waitForURL(`${path}/everyone?concern=owner_disabled`)
  await see('Nothing matches')
  await page.getByRole('button', { name: /never expiring$/ }).click()
  await see('Grace Hopper', row)
  await page.getByRole('searchbox').fill('hopper')
  await rowOf('First use').waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '?concern=never_expires&q=hopper')

  await button('Revoke Flow of Grace of Grace Hopper').click()
  await see('Revoke “Flow of Grace” of Grace Hopper?', dialog())
  await see('It belongs to grace@aerie.test.', dialog())
  await button('Revoke key', dialog()).click()
  await see('Nothing matches')
  await refusal(withToken(token).call(listProjects), 'unauthenticated')
  await page.goto('/settings/audit-log')
  await see(/revoked the API key “Flow of Grace” .* of Grace Hopper$/)
  await page.goto(path)
})

test('pasted text shows whose tokens are in it and revokes them together, by keyboard; no token leaves the browser', async () => {
  const members = await pages.open()
  await signIn(members, path, 'grace@aerie.test')
  const grace = await clientOf(members)
  const own = await client.call(createApiKey, { name: 'Leaked by Ada' })
  const theirs = await grace.call(createApiKey, { name: 'Leaked by Grace' })
  const unknown = issueToken().token
  const lookAlike = own.token.slice(0, 12) + unknown.slice(12)
  const tokens = [own.token, theirs.token, unknown]
  const log = `KEY="${own.token}"\n?k%3D${theirs.token}&x=1 ${unknown} ${lookAlike} ${own.token}`

  const sent: string[] = []
  for (const each of [page, members]) {
    each.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  }
  await page.reload()
  await button('Check tokens').focus()
  await page.keyboard.press('Enter')
  const field = dialog().getByLabel('Tokens, or text that contains them')
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.insertText(lookAlike)
  await see('No token found.', dialog())
  await page.keyboard.insertText(` ${log}`)
  await see('3 tokens found.', dialog())
  const rowIn = (name: string) => dialog().getByRole('row').filter({ hasText: name })
  await see('ada@aerie.test', rowIn('Leaked by Ada'))
  await see('grace@aerie.test', rowIn('Leaked by Grace'))
  await see('Not a key of this Aerie', rowIn(unknown.slice(0, 12)))
  await inspect('the check of tokens', '[role=dialog]')

  await button('Revoke 2 keys', dialog()).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Revoke 2 active keys?' })
  await see('stop working immediately', question)
  await button('Revoke 2 keys', question).focus()
  await page.keyboard.press('Enter')
  for (const name of ['Leaked by Ada', 'Leaked by Grace']) await see(/^Revoked$/, rowIn(name))
  assert.equal(
    await dialog()
      .getByRole('button', { name: /^Revoke/ })
      .count(),
    0,
  )
  for (const { token } of [own, theirs]) {
    await refusal(withToken(token).call(listProjects), 'unauthenticated')
  }
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await page.goForward()
  await field.waitFor()
  assert.equal(await field.inputValue(), '')
  const left = await traces()
  await page.keyboard.press('Escape')

  await members.goto(`${path}?dialog=tokens`)
  await members.locator('textarea:focus').waitFor()
  await members.keyboard.insertText(log)
  await see('Not one of your keys', members.getByRole('dialog'))
  await see('Leaked by Grace', members.getByRole('dialog'))
  await members.context().close()

  assert.ok(sent.some((request) => request.includes('/api/api-keys/identify')))
  for (const token of tokens) {
    const secret = token.slice(13)
    assert.ok(!left.includes(secret) && !sent.some((request) => request.includes(secret)))
  }
})

/** Looks at that part of the page as it is, in each appearance. */
async function inspect(what: string, part: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 })
      const seen = `${what}, ${colorScheme}, ${width} px wide`
      assert.deepEqual(await seriousFindings(page, part), [], seen)
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert.equal(excess, 0, `${seen}, is wider than the screen`)
    }
  }
}

test('axe finds nothing serious, light or dark, on a desk or a telephone', async () => {
  await inspect('the list', 'body')

  await button('New API key').click()
  await dialog().getByLabel('Custom').check()
  await dialog().getByLabel('Days until it expires').fill('0')
  await button('Create key').click()
  await see('At least 1 day', dialog())
  await inspect('the form', '[role=dialog]')

  await dialog().getByLabel('Name', { exact: true }).fill('Looked at')
  await dialog().getByLabel('30 days').check()
  await button('Create key').click()
  await button('Copy token').waitFor()
  await inspect('the token', '[role=dialog]')
  await takeToken()

  await button('Revoke First use').click()
  await button('Cancel', dialog()).waitFor()
  await inspect('the question', '[role=dialog]')
  await button('Cancel', dialog()).click()
})

test('all keys of a member, all unused keys and all of your own keys are revoked after their number is shown', async () => {
  const [one, other] = [
    await client.call(createApiKey, { name: 'Mine' }),
    await client.call(createApiKey, { name: 'Also mine' }),
  ]
  await page.goto('/settings/members')
  await button('Actions for Grace Hopper').click()
  await page.getByRole('menuitem', { name: 'Revoke API keys…' }).click()
  await see('No active keys found')

  await page.goto(`${path}/everyone`)
  await button('Revoke unused keys').click()
  await dialog().getByLabel('Unused for at least (days)').fill('0')
  await page.keyboard.press('Enter')
  await see('At least 1 day', dialog())
  await inspect('the days', '[role=dialog]')
  await dialog().getByLabel('Unused for at least (days)').fill('30')
  await button('Count keys', dialog()).click()
  await page.getByText('No active keys found').last().waitFor()
  await button('Cancel', dialog()).click()

  await page.goto(path)
  const { activeCount } = await client.call(listApiKeys)
  const ask = async () => {
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Revoke all your keys…' }).click()
    await see(`Revoke all your ${activeCount} active keys?`, dialog())
  }
  await ask()
  await inspect('the question about all keys', '[role=dialog]')
  await button('Cancel', dialog()).click()
  await withToken(one.token).call(listProjects)
  await ask()
  await button(`Revoke ${activeCount} keys`, dialog()).click()
  await see('0 active')
  for (const { token } of [one, other]) await refusal(withToken(token).call(listProjects), 'unauthenticated')
})

test('no error, no refusal of the content security policy, no request to anywhere else', () => {
  assert.deepEqual(pages.complaints, [])
})
