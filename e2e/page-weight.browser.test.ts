// What each page transfers when it is opened for the first time: at most so many bytes, in so many requests.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Client } from '#client'
import {
  createApiKey,
  createCreditNote,
  createImport,
  createInvitation,
  createInvoice,
  createItem,
  createLocation,
  createPatient,
  createProject,
  createSource,
  createTracker,
  getTracker,
  mergePatients,
  receiveStock,
  startRun,
} from '#contract'
import { until } from '#testing'
import { arrive } from './testing/looks.ts'
import { clientOf, type Pages, signIn, startPages, withOwner } from './testing/pages.ts'

const signInPage = '/sign-in'
/** In bytes, as transferred: compressed, and with the headers of the responses. */
const most = { requests: 25, bytes: 250_000, bytesOfSignIn: 150_000 }

let pages: Pages
let signedIn: BrowserContextOptions
/** A path of each route. */
let paths: Map<string, string>

before(async () => {
  pages = await startPages(withOwner)
  const page = await pages.open()
  await signIn(page, '/projects')
  signedIn = { storageState: await page.context().storageState() }
  paths = await createPaths(await clientOf(page))
  await page.context().close()
})
after(() => pages.close())

describe('a page that is opened for the first time', () => {
  test('is measured, whichever it is', async () => {
    const routes = await readFile(new URL('../web/app/routes.tsx', import.meta.url), 'utf8')
    const found = [...routes.matchAll(/\b(?:inShell|inProject|outside)\(\s*'([^']+)'|path: '([^']+)'/g)]
    // The pages in the frame of a project are declared without its path.
    const measured = [...paths.keys()].flatMap((route) => [
      route,
      route.replace(/^\/projects\/\$projectId\/(?=.)/, '/'),
    ])
    const redirects = ['/set-up-two-factor']
    const missing = found.map(([, one, other]) => one ?? other!).filter((route) => !measured.includes(route))
    assert.deepEqual(missing.toSorted(), redirects.concat('/setup'))
  })

  /** The pages that the navigation marks as the current one, by route. */
  const marked = new Map<string, string[]>()

  test('transfers little, in few requests', async () => {
    const wrong: string[] = []
    for (const [route, path] of paths) {
      const isOutside = outside.includes(route)
      const page = await pages.open(isOutside ? {} : signedIn)
      const { bytes, requests } = await weigh(page, path)
      console.log(`${route.padEnd(36)} ${(bytes / 1000).toFixed(1).padStart(6)} kB  ${requests} requests`)
      const mostBytes = route === signInPage ? most.bytesOfSignIn : most.bytes
      if (bytes > mostBytes) wrong.push(`${route} transfers ${bytes} bytes, more than ${mostBytes}`)
      if (requests > most.requests)
        wrong.push(`${route} sends ${requests} requests, more than ${most.requests}`)
      if (!isOutside) marked.set(route, await markedOn(page))
      await page.context().close()
    }
    assert.deepEqual(wrong, [])
  })

  test('is marked in the navigation, whichever it is', () => {
    const wrong = [...marked].filter(([route, [path, ...others]]) => {
      const isThere = path !== undefined && (route === path || route.startsWith(`${path}/`))
      return !isThere || others.length > 0
    })
    assert.deepEqual(wrong, [])
  })
})

/** Opens a page and returns what the network carried until nothing more was loaded. */
async function weigh(page: Page, path: string): Promise<{ bytes: number; requests: number }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  let [bytes, requests] = [0, 0]
  devtools.on('Network.requestWillBeSent', ({ request: { url } }) => {
    if (url.startsWith('http')) requests++
  })
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await arrive(page, path)
  await page.waitForLoadState('networkidle')
  return { bytes, requests }
}

/** Lists the paths that the navigation marks as the current one. */
const markedOn = (page: Page): Promise<string[]> =>
  page
    .getByRole('navigation', { name: 'Pages' })
    .locator('[aria-current=page]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))

/** The pages that need no session. */
const outside = [
  signInPage,
  '/sign-in/callback',
  '/forgot-password',
  '/reset-password/$token',
  '/confirm-email/$token',
  '/invitations/$token',
  '/api/docs',
]

/** Creates a record for each route, and returns the path that each has with them. */
async function createPaths(client: Client): Promise<Map<string, string>> {
  const { id: projectId } = await client.call(createProject, { name: 'Interviews' })
  const { id: sourceId } = await client.call(createSource, {
    projectId,
    title: 'A call',
    text: 'Nobody could explain the price to us. '.repeat(50),
  })
  const { id: trackerId } = await client.call(createTracker, {
    projectId,
    name: 'Money',
    phrases: [{ text: 'price' }],
  })
  await until(
    () => client.call(getTracker, { trackerId }),
    ({ backfill, counts }) => backfill === null && counts.mentions > 0,
  )
  const { id: runId } = await client.call(startRun, { name: 'summarize', projectId, input: {}, wait: 30 })
  const [patientId, otherId, mergedId] = await Promise.all(
    ['Ada', 'Adah', 'Edda'].map(async (givenName) => {
      const patient = { givenName, familyName: 'Lovelace', birthDate: '1985-12-10' }
      return (await client.call(createPatient, patient)).id
    }),
  )
  const { id: mergeId } = await client.call(mergePatients, { sourceId: mergedId!, targetId: patientId! })
  const { id: itemId } = await client.call(createItem, { sku: 'BAND-6', name: 'Bandage', unit: 'piece' })
  const lotted = { sku: 'AMOX-500', name: 'Amoxicillin', unit: 'capsule', lotTracking: true }
  const { id: lottedId } = await client.call(createItem, lotted)
  await client.call(createLocation, { name: 'Ward' })
  const { receiptId, levels } = await client.call(receiveStock, {
    supplier: 'Medline',
    deliveryNote: '1',
    lines: [
      { itemId, quantity: '5' },
      { itemId: lottedId, quantity: '5', lot: 'A' },
    ],
  })
  const lotId = levels.find(({ lot }) => lot === 'A')?.lotId
  const lines = [{ description: 'Visit', quantity: '1', unitPrice: '80' }]
  const { id: invoiceId } = await client.call(createInvoice, { patientId: patientId!, lines })
  const credit = { invoiceId: invoiceId!, amount: '1', reason: 'Goodwill' }
  const { creditNotes } = await client.call(createCreditNote, credit)
  const { id: draftId } = await client.call(createInvoice, { patientId: patientId!, lines, draft: true })
  const { id: keyId } = await client.call(createApiKey, { name: 'Nightly export' })
  const clinic = new File(['id,family name\n1,Imported\n'], 'clinic.csv')
  const { id: importId } = await client.call(createImport, { kind: 'patients', file: clinic, dryRun: true })
  const { url = '' } = await client.call(createInvitation, { email: 'grace@aerie.test', role: 'member' })

  const withParameters = {
    '/reset-password/$token': '/reset-password/unknown',
    '/confirm-email/$token': '/confirm-email/unknown',
    '/invitations/$token': new URL(url).pathname,
    '/projects/$projectId/sources': `/projects/${projectId}/sources`,
    '/projects/$projectId/search': `/projects/${projectId}/search?q=price`,
    '/projects/$projectId/trackers': `/projects/${projectId}/trackers`,
    '/projects/$projectId/trackers/new': `/projects/${projectId}/trackers/new`,
    '/projects/$projectId/trackers/compare': `/projects/${projectId}/trackers/compare`,
    '/projects/$projectId/skills': `/projects/${projectId}/skills`,
    '/projects/$projectId': `/projects/${projectId}`,
    '/projects/$projectId/trackers/$trackerId': `/projects/${projectId}/trackers/${trackerId}`,
    '/projects/$projectId/trackers/$trackerId/edit': `/projects/${projectId}/trackers/${trackerId}/edit`,
    '/projects/$projectId/runs/$runId': `/projects/${projectId}/runs/${runId}`,
    '/projects/$projectId/sources/$sourceId': `/projects/${projectId}/sources/${sourceId}`,
    '/patients/$patientId': `/patients/${patientId}`,
    '/patients/$patientId/statement': `/patients/${patientId}/statement`,
    '/patients/merge': `/patients/merge?sourceId=${otherId}&targetId=${patientId}`,
    '/patients/merges/$mergeId': `/patients/merges/${mergeId}`,
    '/inventory/items/$itemId': `/inventory/items/${itemId}`,
    '/inventory/lots/$lotId': `/inventory/lots/${lotId}`,
    '/inventory/documents/$documentId': `/inventory/documents/${receiptId}`,
    '/billing/$invoiceId': `/billing/${invoiceId}`,
    '/billing/$invoiceId/edit': `/billing/${draftId}/edit`,
    '/billing/credit-notes/$creditNoteId': `/billing/credit-notes/${creditNotes[0]?.id}`,
    '/settings/api-keys/$keyId': `/settings/api-keys/${keyId}`,
    '/settings/imports/$importId': `/settings/imports/${importId}`,
  }
  const plain = [
    signInPage,
    '/sign-in/callback',
    '/forgot-password',
    '/',
    '/projects',
    '/skills',
    '/patients',
    '/patients/merges',
    '/patients/duplicates',
    '/inventory',
    '/inventory/receive',
    '/inventory/adjust',
    '/inventory/transfer',
    '/inventory/movements',
    '/inventory/lots',
    '/inventory/valuation',
    '/inventory/used',
    '/billing',
    '/billing/new',
    '/billing/payments',
    '/billing/credit-notes',
    '/settings/account',
    '/settings/api-keys',
    '/settings/api-keys/everyone',
    '/settings/members',
    '/settings/audit-log',
    '/settings/access-log',
    '/settings/backups',
    '/settings/imports',
    '/settings/imports/new',
    '/settings/security',
    '/settings/organisation',
    '/api/docs',
  ]
  return new Map([...plain.map((path) => [path, path] as const), ...Object.entries(withParameters)])
}
