// node scripts/pictures.ts http://127.0.0.1:3000: takes the pictures of the documents, from a running npm run demo and from
// an empty installation, which it starts.
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../server/testing/browser.ts'
import { startNodeProcess } from '../server/testing/index.ts'
import { password, people } from './demo/people.ts'

const [demo = 'http://127.0.0.1:3000', folder = join(import.meta.dirname, '../docs/images')] =
  process.argv.slice(2)
const picture = (name: string) => join(folder, `${name}.png`)

const browser = await launchChromium()
for (const colorScheme of ['light', 'dark'] as const) await takeKeys(browser, colorScheme)
await takeFirstSteps(browser)
await browser.close()

async function takeKeys(browser: Browser, colorScheme: 'light' | 'dark'): Promise<void> {
  const page = await browser.newPage({
    baseURL: demo,
    colorScheme,
    locale: 'en-GB',
    viewport: { width: 1300, height: 877 },
  })
  await page.goto('/settings/api-keys')
  await page.getByLabel('Email address').fill(people.clara.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByText('Safe to revoke').waitFor()
  await page.getByLabel('Order').selectOption({ label: 'Last used first' })
  await page.mouse.move(0, 0)
  await page.screenshot({ path: picture(`api-keys${colorScheme === 'dark' ? '-dark' : ''}`) })
}

/** The first five minutes on an empty installation. */
async function takeFirstSteps(browser: Browser): Promise<void> {
  const node = await startNodeProcess({ BASE_URL: '' })
  const page = await browser.newPage({
    baseURL: node.url,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    viewport: { width: 1120, height: 760 },
  })
  await page.goto('/')
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Email address').fill('ada@harbor.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.screenshot({ path: picture('first-1-account') })
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('What is your organisation called?').fill('Harbor Research')
  await page.screenshot({ path: picture('first-2-questions') })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Get started').waitFor()
  await page.screenshot({ path: picture('first-3-steps') })
  await page.getByRole('button', { name: 'Load a sample project' }).click()
  await page.getByRole('link', { name: 'Waiting' }).click()
  await page.getByRole('heading', { name: 'Waiting' }).waitFor()
  await page.locator('mark').first().waitFor()
  await page.screenshot({ path: picture('first-4-tracker') })
  await node.remove()
}
