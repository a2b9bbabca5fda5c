import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
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

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 900, 1440]) {
      test(`it fits ${width} pixels, ${colorScheme}, and breaks no rule of its content security policy`, async () => {
        const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
        try {
          const complaints: string[] = []
          page.on('console', (message) => complaints.push(message.text()))
          page.on('pageerror', (error) => complaints.push(error.message))
          page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`))
          await page.goto(`${app.url}/api/docs#stale_version`)

          assert.equal(await page.locator('article').count(), operations.length)
          const [scroll, ground, text, contents] = await page.evaluate(() => {
            for (const details of document.querySelectorAll('details')) details.open = true
            const { backgroundColor, color } = getComputedStyle(document.body)
            const shown = [...document.querySelectorAll('nav')].filter((nav) => nav.checkVisibility())
            return [document.documentElement.scrollWidth, backgroundColor, color, shown.length] as const
          })
          assert.ok(scroll <= width, `${scroll} pixels wide`)
          const isDark = colorScheme === 'dark'
          assert.equal(ground, isDark ? 'rgb(22, 25, 29)' : 'rgb(255, 255, 255)')
          assert.equal(text, isDark ? 'rgb(227, 230, 234)' : 'rgb(23, 27, 32)')
          assert.equal(contents, 1)
          assert.ok(await page.locator('#stale_version').isVisible())
          assert.deepEqual(complaints, [])
        } finally {
          await page.close()
        }
      })
    }
  }

  test('a link in the contents goes to the operation', async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 800 } })
    await page.goto(`${app.url}/api/docs`)
    await page.locator('nav.side').getByRole('link', { name: 'POST /projects', exact: true }).click()
    const top = await page
      .locator('[id="projects.create"]')
      .evaluate((element) => element.getBoundingClientRect().top)
    assert.ok(Math.abs(top) < 40, `${top} pixels from the top`)
    await page.close()
  })

  test('an operation is found with the keyboard alone, and its example is copied', async () => {
    const page = await browser.newPage({
      viewport: { width: 1440, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.goto(`${app.url}/api/docs`)
    await page.keyboard.press('/')
    await page.keyboard.type('keys.revoke make')
    await page.locator('nav.side').getByText(`1 of ${operations.length} calls`).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/api/docs#apiKeys.revoke')
    await page.keyboard.press('/')
    await page.keyboard.press('Escape')
    await page.locator('nav.side').getByRole('link', { name: 'GET /health', exact: true }).waitFor()
    const article = page.locator('[id="apiKeys.revoke"]')
    await article.getByRole('button', { name: 'Copy the example: TypeScript' }).click()
    await article.getByText('Copied').waitFor()
    assert.equal(
      await page.evaluate(() => navigator.clipboard.readText()),
      'const answer = await aerie.call(revokeApiKey, { keyId })',
    )
    await page.close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing serious, ${colorScheme}`, async () => {
      const page = await browser.newPage({ bypassCSP: true, colorScheme })
      await page.goto(`${app.url}/api/docs`)
      await page.addScriptTag({ path: fileURLToPath(import.meta.resolve('axe-core')) })
      const serious = await page.evaluate(async () => {
        const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run()
        return violations
          .filter(({ impact }) => ['serious', 'critical'].includes(impact))
          .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      })
      assert.deepEqual(serious, [])
      await page.close()
    })
  }
})

interface Axe {
  run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>
}
