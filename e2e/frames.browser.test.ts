// What a page shows before its code and session are loaded.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { createApiKey } from '#contract'
import { headings } from '../web/headings.ts'
import { ownerOf } from './testing/node.ts'

const on = ownerOf()

let signedIn: BrowserContextOptions

before(async () => {
  signedIn = { storageState: await on.page.context().storageState() }
})

const session = '**/api/auth/get-session'
const app = '**/assets/*.js'

/** Opens a page whose requests for `held` get no response until `release` is called. */
async function openHeld(options: BrowserContextOptions, path: string, held: string) {
  const page = await on.pages.open(options)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(held, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return { page, frame: page.locator('.frame'), release: resolve }
}

const boxOf = async (place: Locator) => (await place.boundingBox()) ?? assert.fail('It is not visible')

const { title, description } = headings['/projects']
const words = ['Search…', title, description]

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

describe('the frame of a page', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 820, 1440]) {
      test(`is where the navigation and the heading will be, at ${width} px, ${colorScheme}`, async () => {
        const options = { ...signedIn, colorScheme, viewport: { width, height: 900 } }
        const { page, frame, release } = await openHeld(options, '/projects', session)
        await frame.getByText('Search…').waitFor()
        assert.equal(await heading(page, 'Projects').count(), 0)
        const ground = await frame.evaluate((element) => getComputedStyle(element).backgroundColor)
        assert.equal(ground, colorScheme === 'dark' ? 'rgb(22, 25, 29)' : 'rgb(255, 255, 255)')
        const early = await Promise.all(words.map((word) => boxOf(frame.getByText(word, { exact: true }))))
        const header = await boxOf(frame.locator('header'))
        const side = width > 360 ? await boxOf(frame.locator('aside')) : null

        release()
        await heading(page, 'Projects').waitFor()
        await frame.waitFor({ state: 'hidden' })
        const places = [page.getByRole('banner'), page.getByRole('main'), page.getByRole('main')]
        for (const [index, word] of words.entries()) {
          const { x, y, height } = await boxOf(places[index]!.getByText(word, { exact: true }))
          const before = early[index]!
          const moved = [x - before.x, y - before.y, height - before.height].map(Math.abs)
          assert.ok(Math.max(...moved) <= 2, `${word}: ${moved}`)
        }
        assert.equal((await boxOf(page.getByRole('banner'))).height, header.height)
        if (side) assert.equal((await boxOf(page.getByRole('complementary'))).width, side.width)
        await page.context().close()
      })
    }
  }

  test('is visible before any script of the app has loaded', async () => {
    const { page, frame, release } = await openHeld(signedIn, '/projects', app)
    await frame.getByText('Search…').waitFor()
    release()
    await heading(page, 'Projects').waitFor()
    await page.context().close()
  })

  test('is nothing that a screen reader reads', async () => {
    const { page, frame, release } = await openHeld(signedIn, '/projects', app)
    await frame.waitFor()
    assert.equal((await page.locator('body').ariaSnapshot()).replaceAll(/[\s-]/g, ''), '')
    release()
    await heading(page, 'Projects').waitFor()
    await page.context().close()
  })

  test('shows no navigation to someone who is signed out', async () => {
    for (const path of ['/projects', '/sign-in']) {
      const { page, frame, release } = await openHeld({}, path, session)
      await frame.locator('.mark').waitFor()
      assert.equal(await frame.getByText('Search…').count(), 0)
      release()
      await heading(page, 'Sign in').waitFor()
      await page.context().close()
    }
  })

  test('shows no navigation on a page outside of it', async () => {
    const { page, frame, release } = await openHeld(signedIn, '/forgot-password', app)
    await frame.locator('.mark').waitFor()
    assert.equal(await frame.getByText('Search…').count(), 0)
    release()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.context().close()
  })

  test('follows the color scheme that the user has chosen', async () => {
    const options = { ...signedIn, colorScheme: 'light' } as const
    const { page, frame, release } = await openHeld(options, '/projects', app)
    await frame.waitFor()
    await page.evaluate(() => localStorage.setItem('aerie-theme', 'dark'))
    await page.reload({ waitUntil: 'commit' })
    await frame.waitFor()
    const ground = await frame.evaluate((element) => getComputedStyle(element).backgroundColor)
    assert.equal(ground, 'rgb(22, 25, 29)')
    release()
    await heading(page, 'Projects').waitFor()
    await page.context().close()
  })

  test('moves nothing of the page when it goes', async () => {
    // Is an entry of the audit log.
    await on.client.call(createApiKey, { name: 'Nightly export' })
    const page = await on.pages.open({ ...signedIn, viewport: { width: 360, height: 900 } })
    await page.addInitScript(() => {
      const shifts: number[] = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
      Object.assign(globalThis, { shifts })
    })
    await page.goto('/settings/audit-log')
    await page.getByRole('table').locator('time').first().waitFor()
    const shifts = (await page.evaluate('shifts')) as number[]
    const total = shifts.reduce((sum, value) => sum + value, 0)
    assert.ok(total < 0.05, JSON.stringify(shifts))
    await page.context().close()
  })
})
