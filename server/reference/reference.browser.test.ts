import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { operations } from '#contract'
import { postgres, startTestApp, type TestApp } from '#testing'
import { findChromium, howToGetChromium, launchChromium } from '../testing/browser.ts'

describe('the reference page in Chromium', { skip: !findChromium() && `needs ${howToGetChromium}` }, () => {
  let app: TestApp
  let browser: Browser
  before(async () => {
    app = await startTestApp(postgres ? 'postgresql' : 'embedded')
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await app.stop()
  })

  async function open(options: BrowserContextOptions, hash = ''): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1440, height: 800 }, ...options })
    await page.goto(`${app.url}/api/docs${hash}`)
    await page
      .locator('.opblock')
      .nth(operations.length - 1)
      .waitFor()
    return page
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 1440]) {
      test(`it fits ${width} pixels, ${colorScheme}, and violates no content security policy`, async () => {
        const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
        const complaints: string[] = []
        page.on('console', (message) => complaints.push(message.text()))
        page.on('pageerror', (error) => complaints.push(error.message))
        page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`))
        page.on('request', (request) => {
          const isOwn = request.url().startsWith(`${app.url}/`) || request.url().startsWith('data:')
          if (!isOwn) complaints.push(`outside: ${request.url()}`)
        })
        await page.addInitScript(() => {
          addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
            console.error(violatedDirective),
          )
        })
        await page.goto(`${app.url}/api/docs#stale_version`)
        await page
          .locator('.opblock')
          .nth(operations.length - 1)
          .waitFor()

        const shown = await page.locator('.opblock-summary-description').allTextContents()
        assert.deepEqual(shown.toSorted(), operations.map(({ summary }) => summary).toSorted())
        assert.ok(await page.locator('#stale_version').isVisible())
        await page.getByRole('button', { name: 'POST /api/projects', exact: false }).first().click()
        await page.getByText('await aerie.call(createProject, { name })').waitFor()
        const [scroll, ground] = await page.evaluate(
          () =>
            [
              document.documentElement.scrollWidth,
              getComputedStyle(document.documentElement).backgroundColor,
            ] as const,
        )
        assert.ok(scroll <= width, `${scroll} pixels wide`)
        assert.equal(ground, colorScheme === 'dark' ? 'rgb(22, 25, 29)' : 'rgb(255, 255, 255)')
        assert.deepEqual(complaints, [])
        await page.close()
      })
    }
  }

  test('an address with an error code leads to its explanation, below all operations', async () => {
    const page = await open({}, '#stale_version')
    await page.waitForFunction(() => {
      const { top = -1, bottom = Infinity } =
        document.querySelector('#stale_version')?.getBoundingClientRect() ?? {}
      return top >= 0 && bottom <= innerHeight
    })
    await page.close()
  })

  test('an operation is found and tried out with the keyboard alone', async () => {
    const page = await open({})
    await page.getByLabel('Filter').focus()
    await page.keyboard.type('health server')
    await page.locator('.opblock').nth(1).waitFor({ state: 'detached' })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Try it out' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Execute' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('.curl-command').getByText('/api/health').waitFor()
    await page.locator('.live-responses-table').getByText('"uptimeSeconds"').waitFor()
    await page.close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing serious, ${colorScheme}`, async () => {
      const page = await open({ bypassCSP: true, colorScheme })
      await page.getByRole('button', { name: 'POST /api/projects', exact: false }).first().click()
      await page.addScriptTag({ path: fileURLToPath(import.meta.resolve('axe-core')) })
      const serious = await page.evaluate(async () => {
        const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run()
        return violations
          .filter(({ impact }) => ['serious', 'critical'].includes(impact))
          .flatMap(({ id, nodes }) =>
            nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
          )
      })
      assert.deepEqual(serious, [])
      await page.close()
    })
  }
})

interface Axe {
  run(): Promise<{
    violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[]
  }>
}
