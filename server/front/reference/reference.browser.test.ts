import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { createApiKey, listProjects, operations } from '#contract'
import { postgres, startTestApp, type TestApp } from '#testing'
import { findChromium, howToGetChromium, launchChromium } from '../../testing/browser.ts'

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
      .locator('.operation')
      .nth(operations.length - 1)
      .waitFor()
    return page
  }

  const operation = (page: Page, id: string) => page.locator(`[id="${id}"]`)

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
          .locator('.operation')
          .nth(operations.length - 1)
          .waitFor()

        const shown = await page.locator('.operation > summary .summary').allTextContents()
        assert.deepEqual(shown.toSorted(), operations.map(({ summary }) => summary).toSorted())
        assert.ok(await page.locator('#stale_version').isVisible())
        // Every operation can be shown, with all that is folded up in it.
        await page.evaluate(unfoldAll)
        await page.getByText('await aerie.call(createProject, { name })').waitFor()
        assert.equal(await page.getByRole('button', { name: 'Send' }).count(), operations.length)
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

  test('an address with the id of an operation shows it', async () => {
    const page = await open({}, '#projects.create')
    await operation(page, 'projects.create').getByText('await aerie.call(createProject, { name })').waitFor()
    await page.close()
  })

  test('an operation is found and tried out with the keyboard alone', async () => {
    const page = await open({})
    await page.getByLabel('Filter').focus()
    await page.keyboard.type('health server')
    await page.getByRole('status').getByText('1 operation', { exact: true }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const health = page.locator('.operation:visible')
    await health.getByRole('button', { name: 'Send' }).focus()
    await page.keyboard.press('Enter')
    await health.getByRole('region', { name: 'curl' }).getByText('/api/health').waitFor()
    await health.getByRole('region', { name: 'Response' }).getByText('"uptimeSeconds"').waitFor()
    await page.close()
  })

  test('a call is sent with its parameters and body, and the key that was entered', async () => {
    const { token } = await app.as('member').call(createApiKey, { name: 'Reference' })
    const page = await open({})
    await page.getByLabel('API key for calls from this page').fill(token)

    const create = operation(page, 'projects.create')
    await create.locator('> summary').click()
    await create.getByLabel('Body').fill('{ "name": "Tried out" }')
    await create.getByRole('button', { name: 'Send' }).click()
    await create.getByRole('status').getByText('201 Created').waitFor()
    const command = await create.getByRole('region', { name: 'curl' }).textContent()
    assert.match(command ?? '', /^curl -X POST '.*\/api\/projects'/)
    assert.ok(!command?.includes(token))

    const list = operation(page, 'projects.list')
    await list.locator('> summary').click()
    await list.getByLabel('q (query)').fill('tried')
    await list.getByRole('button', { name: 'Send' }).click()
    await list.getByRole('region', { name: 'Response' }).getByText('"Tried out"').waitFor()
    assert.equal((await app.as('member').call(listProjects, { q: 'tried' })).data.length, 1)
    await page.close()
  })

  test('a file is uploaded with the fields of the body', async () => {
    const member = app.as('member')
    const { token } = await member.call(createApiKey, { name: 'Uploads' })
    const { data } = await member.call(listProjects, {})
    const projectId = data[0]?.id ?? assert.fail('The test above creates a project')
    const page = await open({}, '#sources.create')
    await page.getByLabel('API key for calls from this page').fill(token)
    const upload = operation(page, 'sources.create')
    await upload.getByLabel('projectId (path)').fill(projectId)
    await upload
      .getByLabel('Body', { exact: true })
      .fill('{ "tags": ["price", "support"], "title": "A call" }')
    await upload
      .getByLabel('File')
      .setInputFiles({ name: 'call.txt', mimeType: 'text/plain', buffer: Buffer.from('The price is fair.') })
    await upload.getByRole('button', { name: 'Send' }).click()
    await upload.getByRole('region', { name: 'Response' }).getByText('"support"').waitFor()
    await page.close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing serious, ${colorScheme}`, async () => {
      const page = await open({ bypassCSP: true, colorScheme }, '#sources.create')
      await operation(page, 'projects.list').locator('> summary').click()
      await operation(page, 'billing.getInvoice').locator('> summary').click()
      await operation(page, 'projects.list').getByRole('button', { name: 'Send' }).click()
      await operation(page, 'projects.list').getByRole('status').getByText('401').waitFor()
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

/** Opens every part that is folded up, and the parts in it. Runs in the browser. */
async function unfoldAll(): Promise<void> {
  for (let closed: Element[] = [document.body]; closed.length > 0; ) {
    closed = [
      ...document.querySelectorAll('.operation:not([open]), .operation > * > ul > li > details:not([open])'),
    ]
    const drawn = closed.map(
      (details) => new Promise((done) => details.addEventListener('toggle', done, { once: true })),
    )
    for (const details of closed as HTMLDetailsElement[]) details.open = true
    await Promise.all(drawn)
  }
}

interface Axe {
  run(): Promise<{
    violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[]
  }>
}
