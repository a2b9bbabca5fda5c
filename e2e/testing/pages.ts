import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import { type Client, createClient } from '#client'
import { type NodeProcess, startNodeProcess, waitsForMs } from '#testing'
import { launchChromium } from '../../server/testing/browser.ts'

export const owner = {
  name: 'Ada Lovelace',
  email: 'ada@aerie.test',
  password: 'correct horse battery staple',
}

/** Settings of a node on which the owner is there. */
export const withOwner = {
  OWNER_EMAIL: owner.email,
  OWNER_PASSWORD: owner.password,
  OWNER_NAME: owner.name,
}

/** A node in a process of its own, at the address that its pages have, and a browser. */
export interface Pages {
  node: NodeProcess
  /** A page in a new profile, signed in where `storageState` says so. What it complains of is collected. */
  open(options?: BrowserContextOptions): Promise<Page>
  /** Errors, refusals of the content security policy, and requests to anywhere else, on all pages so far. */
  complaints: string[]
  close(): Promise<void>
}

/** @param settings of the node; with OWNER_EMAIL and OWNER_PASSWORD there is somebody to sign in. */
export async function startPages(settings: Record<string, string> = {}): Promise<Pages> {
  // Without BASE_URL it is the address that the node listens on.
  const [node, browser] = await Promise.all([
    startNodeProcess({ BASE_URL: '', ...settings }),
    launchChromium(),
  ])
  const complaints: string[] = []
  return {
    node,
    complaints,
    async open(options = {}) {
      const context = await browser.newContext({
        baseURL: node.url,
        locale: 'en-GB',
        viewport: { width: 1440, height: 900 },
        permissions: ['clipboard-read', 'clipboard-write'],
        ...options,
      })
      // Also of pages that a page opens.
      context.setDefaultTimeout(waitsForMs)
      await context.addInitScript(reportViolations)
      const page = await context.newPage()
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url())
        if (origin !== node.url && protocol !== 'data:') complaints.push(`A request to ${request.url()}`)
      })
      return page
    },
    async close() {
      await browser.close()
      await node.remove()
    },
  }
}

/** Writes what the content security policy refuses to the console, even if the page catches the error. Runs in the browser. */
function reportViolations(): void {
  document.addEventListener(
    'securitypolicyviolation',
    ({ violatedDirective, blockedURI, sourceFile, sample }) =>
      console.error(`The policy ${violatedDirective} refused ${blockedURI} in ${sourceFile}: ${sample}`),
  )
}

/** Signs in as the owner, or with an address that has the same password, and stands on the page at `path` afterwards. */
export async function signIn(page: Page, path: string, email = owner.email): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(path)
}

/** A client with the page's session. */
export async function clientOf(page: Page): Promise<Client> {
  const { origin } = new URL(page.url())
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return createClient({ baseUrl: origin, headers: { cookie, origin } })
}

/**
 * Handles the requests of a loaded page for these addresses, as `page.route` does, beginning with the next request.
 * Chromium says that it intercepts requests slightly before it does, which only matters until another page is loaded.
 */
export async function intercept(page: Page, ...handling: Parameters<Page['route']>): Promise<void> {
  const answer = (route: Route) => route.fulfill({ status: 204 })
  await page.route(...handling)
  await page.route('**/favicon.svg', answer)
  await page.evaluate(async () => {
    while ((await fetch('/favicon.svg', { cache: 'no-store' })).status !== 204);
  })
  await page.unroute('**/favicon.svg', answer)
}

/** Holds up what the page sends by this method from now on. @returns lets it go */
export async function holdUp(page: Page, method: string): Promise<() => Promise<void>> {
  const { promise: mayGo, resolve } = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    if (route.request().method() === method) await mayGo
    await route.fallback()
  }
  await intercept(page, '**/api/**', hold)
  return async () => {
    resolve()
    await page.unroute('**/api/**', hold)
  }
}

/** What the machine's clipboard holds. */
export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe-core finds serious or critical in that part of the page as it is, a line each. */
export async function seriousFindings(page: Page, part = 'body'): Promise<string[]> {
  await page.evaluate(`globalThis.axe ?? (() => { ${axe} })()`)
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify(part)}, { resultTypes: ['violations'] })`,
  )) as { violations: { id: string; impact: string; nodes: { html: string }[] }[] }
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
