// node scripts/pictures.ts http://127.0.0.1:3000: takes the pictures of README.md from a running npm run demo.
import { join } from 'node:path'
import { launchChromium } from '../server/testing/browser.ts'
import { password, people } from './demo/people.ts'

const [baseURL = 'http://127.0.0.1:3000', folder = join(import.meta.dirname, '../docs/images')] =
  process.argv.slice(2)

const browser = await launchChromium()
for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({
    baseURL,
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
  await page.screenshot({ path: join(folder, `api-keys${colorScheme === 'dark' ? '-dark' : ''}.png`) })
}
await browser.close()
