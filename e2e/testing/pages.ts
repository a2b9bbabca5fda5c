import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, BrowserContextOptions, Locator, Page, Route } from 'playwright-core'
import { testPassword, waitsForMs } from '#testing'
import { sharedChromium } from './chromium.ts'

/** How the owner signs in. */
export const owner = { name: 'The owner', email: 'owner@aerie.test', password: testPassword }

/** Pages of a node. */
export interface Pages {
  /** A page in a new profile, signed in where `storageState` says so. What it complains of is collected. */
  open(options?: BrowserContextOptions): Promise<Page>
  /** Errors, refusals of the content security policy, and requests to anywhere else, on all pages so far. */
  complaints: string[]
  /** Closes the profiles. */
  close(): Promise<void>
}

/** Opens pages of the node at this address. */
export function pagesAt(url: string): Pages {
  const complaints: string[] = []
  const contexts: BrowserContext[] = []
  return {
    complaints,
    async open(options = {}) {
      const context = await (await sharedChromium()).newContext({
        baseURL: url,
        locale: 'en-GB',
        viewport: { width: 1440, height: 900 },
        permissions: ['clipboard-read', 'clipboard-write'],
        reducedMotion: 'reduce',
        ...options,
      })
      contexts.push(context)
      // Also of pages that a page opens.
      context.setDefaultTimeout(waitsForMs)
      await context.addInitScript(reportViolations)
      const page = await context.newPage()
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} at ${message.location().url}`)
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url())
        if (origin !== url && protocol !== 'data:') complaints.push(`A request to ${request.url()}`)
      })
      return page
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()))
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

/** Fills in the form that signs in, and sends it. */
export async function signIn(within: Page | Locator, email: string, password = testPassword): Promise<void> {
  await within.getByLabel('Email address').fill(email)
  await within.getByLabel('Password', { exact: true }).fill(password)
  await within.getByLabel('Password', { exact: true }).press('Enter')
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

/** What axe-core finds serious or critical in that part of the page as it is, a line each. @param rules all, unless given */
export async function seriousFindings(page: Page, part = 'body', rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(`(() => { ${axe} })()`)
  const options = {
    ...{ resultTypes: ['violations'], selectors: false, preload: false },
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  }
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)})`,
  )) as { violations: { id: string; impact: string; nodes: { html: string }[] }[] }
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
