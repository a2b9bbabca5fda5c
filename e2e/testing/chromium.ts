import type { Browser } from 'playwright-core'
import { launchChromium } from '../../server/testing/browser.ts'

let browser: Promise<Browser> | undefined

/** Returns the browser that the test files of this process share. It starts at its first use and closes after the last file. */
export function sharedChromium(): Promise<Browser> {
  if (!browser) {
    browser = launchChromium()
    process.once('testsEnded' as 'exit', async () => (await browser)?.close())
  }
  return browser
}
