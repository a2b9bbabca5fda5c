import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Browser } from 'playwright-core'

/** The line to print where `findChromium` gives null. */
export const howToGetChromium = 'Chromium: apt-get install chromium, or its path in CHROMIUM'

/**
 * The browser's executable: the one that is named by the environment, else the machine's; null where there is
 * none.
 */
export function findChromium(): string | null {
  const named = process.env.AERIE_TEST_CHROMIUM || process.env.CHROMIUM
  if (named) {
    if (isExecutable(named)) return named
    throw new Error(`CHROMIUM names ${named}, which cannot be run`)
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const inPath = ['chromium', 'google-chrome'].flatMap((name) => folders.map((folder) => join(folder, name)))
  return ['/usr/bin/chromium', ...inPath].find(isExecutable) ?? null
}

/**
 * Playwright's list (see its `chromiumSwitches`), which this one replaces, and at its end the suggestions of the address bar,
 * for which each window starts two processes.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/** Starts Chromium with a new, empty profile. Whoever starts it closes it. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(`A browser is needed. ${howToGetChromium}`)
  const { chromium } = await import('playwright-core')
  return chromium.launch({
    executablePath,
    headless: true,
    // Chromium's sandbox refuses to run as root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${disabledFeatures}`,
    ],
  })
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
