// Every page, with an empty cache: what it transfers, that it is in order in every look, and what lists show.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createClient } from '#client'
import {
  createApiKey,
  createInvitation,
  createInvoice,
  createItem,
  createPatient,
  createProject,
  createSource,
  createTracker,
  getTracker,
  recordPayment,
  searchDuplicates,
  startRun,
  updateSettings,
} from '#contract'
import { until } from '#testing'
import { headings } from '../web/headings.ts'
import { createPaths, outside, signInPage } from './testing/every-page.ts'
import { assertStates, type ListOnPage } from './testing/list-states.ts'
import { arrive, assertInOrder, otherLooks } from './testing/looks.ts'
import { ownerOf } from './testing/node.ts'
import { owner as person } from './testing/pages.ts'
import type { Tab } from './testing/tab.ts'

/** In bytes, as transferred: compressed, and with the headers of the responses. */
const most = { requests: 30, bytes: 300_000, bytesOfSignIn: 170_000 }
const long = 'Conversations with everyone who has ever worked here, and Donaudampfschifffahrtsgesellschaft'
const rightToLeft = 'مقابلات مع المرضى'

const owner = ownerOf()
const notFoundPage = '/no/such/page'
/** Pages that need no session are opened without one. */
let nobody: Tab
/** A path of each route, and more of those whose records have long names or others from right to left. */
let paths: Map<string, string>
/** The pages that the navigation marks as the current one, by route. */
const marked = new Map<string, string[]>()
/** Pages that need a session and lack the account menu. */
const withoutMenu: string[] = []

before(async () => {
  nobody = await owner.open('nobody')
  paths = await createPaths(owner.client)
  paths.set(notFoundPage, notFoundPage)
  for (const [route, path] of await createLongNames()) paths.set(route, path)
})

test('every page is tested', async () => {
  const routes = await readFile(new URL('../web/app/routes.tsx', import.meta.url), 'utf8')
  const found = [...routes.matchAll(/\b(?:in[A-Z]\w*|of[A-Z]\w*|outside)\(\s*'([^']+)'|path: '([^']+)'/g)]
  // The pages in the frame of a project are declared without its path.
  const tested = [...paths.keys()].flatMap((route) => [
    route,
    route.replace(/^\/projects\/\$projectId\/(?=.)/, '/'),
  ])
  const redirects = ['/set-up-two-factor']
  const missing = found.map(([, one, other]) => one ?? other!).filter((route) => !tested.includes(route))
  assert.deepEqual(missing.toSorted(), redirects.concat('/setup'))
})

test('a page transfers little, in few requests, and is in order in light and dark, wide and narrow', {
  timeout: Number.POSITIVE_INFINITY,
}, async (each) => {
  for (const [route, path] of paths) await each.test(route, () => open(route, path))
})

test('every page that needs a session has the account menu, which offers to sign out', async () => {
  assert.deepEqual(withoutMenu, [])
  await owner.arrive('/projects')
  await owner.button(`Account of ${person.name}`).click()
  await owner.page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  await owner.press('Escape')
})

test('a page is marked in the navigation', () => {
  const wrong = [...marked].filter(([route, [path, ...others]]) => {
    const isThere = path !== undefined && (route === path || route.startsWith(`${path}/`))
    return !isThere || others.length > 0
  })
  assert.deepEqual(wrong, [])
})

/** What each list is called, where it is, where its rows come from, how it says that it is empty, and filters that match nothing. */
const lists: [label: string, path: string, api: string, empty: string, nothing?: string][] = [
  ['Projects', '/projects', '/projects', 'No projects yet', 'q=zzz'],
  ['Sources', '/projects/$projectId/sources', '/projects/$projectId/sources', 'No sources yet', 'q=zzz'],
  ['Trackers', '/projects/$projectId/trackers', '/projects/$projectId/trackers', 'No trackers yet', 'q=zzz'],
  ['Runs', '/projects/$projectId/skills', '/skill-runs', 'No runs yet'],
  ['Patients', '/patients', '/patients', 'No patients yet', 'birthDate=1801-01-01'],
  ['Merges', '/patients/merges', '/patients/merges', 'No merges yet'],
  ['Likely duplicates', '/patients/duplicates', '/patients/duplicates', 'Not searched yet'],
  ['Stock', '/inventory', '/inventory/levels', 'Nothing in stock yet', 'q=zzz'],
  ['Invoices', '/billing', '/billing/invoices', 'No invoices yet', 'q=zzz'],
  ['Payments', '/billing/payments', '/billing/payments', 'No payments yet', 'q=zzz'],
  ['Credit notes', '/billing/credit-notes', '/billing/credit-notes', 'No credit notes yet', 'q=zzz'],
  ['Sessions', '/settings/account', '/auth/list-sessions', 'No sessions'],
  ['API keys', '/settings/api-keys', '/api-keys', 'No API keys', 'q=zzz'],
  ['Everyone’s keys', '/settings/api-keys/everyone', '/api-keys/everyones', 'No API keys yet', 'q=zzz'],
  ['Users', '/settings/members', '/users', 'No users'],
  ['Open invitations', '/settings/members', '/invitations', 'No open invitations'],
  ['Unconfirmed changes', '/settings/organisation', '/grants', 'No unconfirmed changes'],
  ['Imports', '/settings/imports', '/imports', 'No imports yet'],
  ['Audit log', '/settings/audit-log', '/audit-log', 'No entries yet', 'actor=zzz'],
  ['Access log', '/settings/access-log', '/access-log', 'No entries yet', `userId=${crypto.randomUUID()}`],
]
for (const [label, path, api, empty, nothing] of lists)
  test(`the list “${label}” shows whether it loads, failed, is empty or matches nothing`, async () => {
    const projectId = paths.get('/projects/$projectId')!.split('/').at(-1)!
    const inProject = (address: string) => address.replace('$projectId', projectId)
    const list: ListOnPage = { label, path: inProject(path), api: `/api${inProject(api)}`, empty }
    await assertStates(owner.page, nothing ? { ...list, nothing } : list)
    owner.wasRefused(403)
  })

/** Opens a page and notes where the navigation says that it is. */
async function open(route: string, path: string): Promise<void> {
  const isOutside = [...outside, notFoundPage].includes(route)
  const { page } = isOutside ? nobody : owner
  await page.setViewportSize({ width: 1440, height: 900 })
  const weight = await weigh(page, path)
  console.log(
    `${route.padEnd(36)} ${(weight.bytes / 1000).toFixed(1).padStart(6)} kB  ${weight.requests} requests`,
  )
  if (!isOutside) {
    if (route.startsWith('/')) marked.set(route, await markedOn(page))
    const menu = page.getByRole('button', { name: `Account of ${person.name}` })
    if ((await menu.count()) !== 1) withoutMenu.push(route)
  }
  // The reference has looks and a test of its own.
  if (route !== '/api/docs') await lookAt(page, route)
  // Records of made-up links are not there.
  const isExpected = (complaint: string) => /status of 4(0\d|22)/.test(complaint)
  assert.deepEqual(
    owner.pages.complaints.splice(0).filter((complaint) => !isExpected(complaint)),
    [],
  )
  assert.ok(weight.requests <= most.requests, `${weight.requests} requests`)
  assert.ok(weight.bytes <= (route === signInPage ? most.bytesOfSignIn : most.bytes), `${weight.bytes} bytes`)
}

/** Asserts that the loaded page is in order, under its known heading where that depends on nothing. */
async function lookAt(page: Page, route: string): Promise<void> {
  const known = (headings as Record<string, { title: string }>)[route]?.title
  const shown = await page.getByRole('heading', { level: 1 }).first().textContent()
  await assertInOrder(page, known ?? shown ?? '', otherLooks)
}

/** Opens a page without what the browser has kept, and returns what the network carried until nothing more was loaded. */
async function weigh(page: Page, path: string): Promise<{ bytes: number; requests: number }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  let [bytes, requests] = [0, 0]
  devtools.on('Network.requestWillBeSent', ({ request: { url } }) => {
    if (url.startsWith('http')) requests++
  })
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await arrive(page, path)
  await page.waitForLoadState('networkidle')
  await devtools.detach()
  return { bytes, requests }
}

/** Lists the paths that the navigation marks as the current one. */
const markedOn = (page: Page): Promise<string[]> =>
  page
    .getByRole('navigation', { name: 'Pages' })
    .locator('[aria-current=page]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))

/** Creates records with names of any length and direction in every list, and returns the paths of long ones. */
async function createLongNames(): Promise<[string, string][]> {
  const { client, app } = owner
  const ids = { item: '', patient: '', invoice: '', project: '' }
  await client.call(createInvitation, { email: `${'a'.repeat(60)}@${'b'.repeat(60)}.test`, role: 'admin' })
  for (const [at, name] of [rightToLeft, long].entries()) {
    await client.call(createApiKey, { name })
    const item = { sku: `${at}${'S'.repeat(60)}`, name, unit: name.slice(0, 40), reorderLevel: '5' }
    ids.item = (await client.call(createItem, item)).id
    const identifiers = [{ system: 'urn:oid:2.16.840.1.113883.4.1', value: `${name}-1` }]
    ids.patient = (await client.call(createPatient, { familyName: name, identifiers })).id
    const lines = [{ description: name, quantity: '1', unitPrice: '1234567.89' }]
    ids.invoice = (await client.call(createInvoice, { patientId: ids.patient, lines })).id ?? ''
    await client.call(recordPayment, { invoiceId: ids.invoice, amount: '1', method: 'card', reference: name })
    const project = { name, description: `${name}. `.repeat(4) }
    ids.project = (await client.call(createProject, project)).id
  }
  const { project: projectId } = ids
  const text = `${long}.\n\n${rightToLeft}. ${long}.`
  await client.call(createSource, { projectId, title: long, text })
  const phrases = [{ text: rightToLeft.split(' ')[0]! }]
  await client.call(createTracker, { projectId, name: rightToLeft, phrases })
  const query = 'conversations OR nothing'
  const { id: trackerId } = await client.call(createTracker, { projectId, name: long, query })
  await until(
    () => client.call(getTracker, { trackerId }),
    ({ backfill, counts }) => backfill === null && counts.mentions > 0,
  )
  const input = { question: long, tag: rightToLeft }
  const { id: runId } = await client.call(startRun, { name: 'summarize', projectId, input, wait: 30 })
  await client.call(searchDuplicates)
  // Somebody has to confirm what a key changes there.
  const { token } = await client.call(createApiKey, { name: 'Bank' })
  const key = createClient({ baseUrl: app.url, apiKey: token })
  await key.call(updateSettings, { letterhead: { bank: long, iban: 'DE02120300000000202051' } })

  const inProject = ['sources', 'trackers', 'skills', `trackers/${trackerId}`, `trackers/${trackerId}/edit`]
  return [
    `/inventory/items/${ids.item}`,
    `/patients/${ids.patient}`,
    `/patients/${ids.patient}/statement`,
    `/billing/${ids.invoice}`,
    ...[...inProject, `runs/${runId}`].map((page) => `/projects/${projectId}/${page}`),
  ].map((path) => [`long: ${path.replaceAll(/[0-9a-f-]{36}/g, '…')}`, path])
}
