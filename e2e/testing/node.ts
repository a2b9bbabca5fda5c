// A node for the pages of a test file, in this process: its code is loaded once for all files.
import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type Client, createClient } from '#client'
import type { Role } from '#contract'
import { startTestApp, type TestApp } from '#testing'
import { freePort } from '../../server/testing/free-port.ts'
import { type Pages, pagesAt } from './pages.ts'
import { type Tab, tabOf } from './tab.ts'

/** The tab of the owner, and what else there is on the node. */
export interface Owner extends Tab {
  readonly app: TestApp
  readonly pages: Pages
  /** Replaces the owner's page. */
  use(page: Page): void
  /** Opens a page in a new profile, in which somebody is signed in. */
  open(role: Role | 'nobody', options?: BrowserContextOptions): Promise<Tab>
  /** Drops what the console said about requests that the test expected to be refused. There must be some. */
  wasRefused(status: number): void
}

/**
 * Declares that the tests of a file have a node with a database of its own, and a page on which its owner is signed in. After
 * each test nothing may be left in the console, and the content security policy may have refused nothing.
 *
 * @param settings of the node, once what they need has started
 */
export function ownerOf(settings: () => Promise<Record<string, string>> = async () => ({})): Owner {
  let [app, pages, page, client]: [TestApp?, Pages?, Page?, Client?] = []
  before(async () => {
    const port = String(await freePort())
    app = await startTestApp(undefined, {
      PORT: port,
      BASE_URL: `http://127.0.0.1:${port}`,
      ...(await settings()),
    })
    pages = pagesAt(app.url)
    const tab = await openAs(app, pages, 'owner')
    page = tab.page
    client = tab.client
  })
  after(async () => {
    await pages?.close()
    await app?.stop()
  })
  afterEach(() => assert.deepEqual(pages?.complaints.splice(0), []))

  const session = {
    get app() {
      return app!
    },
    get pages() {
      return pages!
    },
    get page() {
      return page!
    },
    get client() {
      return client!
    },
  }
  const owner: Omit<Owner, keyof typeof session> = {
    ...tabOf(session),
    use(other) {
      page = other
    },
    open: (role, options) => openAs(app!, pages!, role, options),
    wasRefused: (status) => dropComplaints(pages!, `status of ${status}`),
  }
  return Object.defineProperties(owner, Object.getOwnPropertyDescriptors(session)) as Owner
}

async function openAs(
  app: TestApp,
  pages: Pages,
  role: Role | 'nobody',
  options: BrowserContextOptions = {},
): Promise<Tab> {
  const page = await pages.open(options)
  if (role === 'nobody') return tabWith(page, createClient({ baseUrl: app.url }))
  const { headers } = app.people[role]
  const [name = '', value = ''] = headers.cookie.split('=', 2)
  await page.context().addCookies([{ name, value, url: app.url }])
  return tabWith(page, createClient({ baseUrl: app.url, headers: { ...headers } }))
}

const tabWith = (page: Page, client: Client): Tab => ({ page, client, ...tabOf({ page, client }) })

/** Drops the complaints that contain a text. There must be some. */
export function dropComplaints({ complaints }: Pages, text: string): void {
  const others = complaints.filter((line) => !line.includes(text))
  assert.notEqual(others.length, complaints.length, `Nothing complained of ${text}`)
  complaints.splice(0, Infinity, ...others)
}
