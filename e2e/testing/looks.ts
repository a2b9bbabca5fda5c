import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { seriousFindings } from './pages.ts'

/** Waits until a page is there, whatever it had to load. */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

/**
 * Looks at the page as it is in light and dark, at a desk and on a telephone: it has one heading of the first level,
 * which names the tab too, does not scroll sideways, and gives axe-core nothing serious to say.
 */
export async function assertInOrder(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  assert.deepEqual(await page.getByRole('heading', { level: 1 }).allTextContents(), [heading])
  assert.ok((await page.title()).endsWith(`${heading} · Aerie`), await page.title())
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const look = `${heading}, ${colorScheme}, ${width} px`
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert.ok(wider <= 0, `${look}: scrolls sideways by ${wider} px`)
      assert.deepEqual(await seriousFindings(page), [], look)
    }
  }
}

/** Waits until the focus is on what is called that, by its label or its text. */
export async function focusOn(page: Page, name: string): Promise<void> {
  await page.waitForFunction((name) => {
    const element = document.activeElement
    return [element?.getAttribute('aria-label'), element?.textContent].includes(name)
  }, name)
}
