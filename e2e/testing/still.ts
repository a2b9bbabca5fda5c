// Pages that look the same on every machine, on every day and at every time.
import { createRequire } from 'node:module'
import type { BrowserContext, Page } from 'playwright-core'
import { clockShiftedBy } from '#testing'

/** What the nodes' clock shows when it starts. */
const startsAt = Date.parse('2026-03-18T09:00:00Z')
/** What the clock of the pages always shows: "2 hours ago" until a quarter of an hour after the start. */
const pagesAt = startsAt + 2.1 * 60 * 60_000

/** Settings of a node that starts at that time, in UTC. */
export const stillSettings = () => ({ ...clockShiftedBy(startsAt - Date.now()), TZ: 'UTC' })

/** Options of a context. The policy would refuse the font on the page of the API's reference. */
export const stillOptions = {
  bypassCSP: true,
  locale: 'en-GB',
  timezoneId: 'UTC',
  reducedMotion: 'reduce',
  userAgent:
    'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
} as const

const font = '/font-of-screenshots'
const { resolve } = createRequire(import.meta.url)
const fonts = { '100 500': '400Regular', '600 900': '700Bold' }

/** Fixes the time of a context's pages, and gives them a font that does not depend on the machine. */
export async function keepStill(context: BrowserContext): Promise<void> {
  await context.clock.setFixedTime(pagesAt)
  for (const weight of Object.values(fonts)) {
    const path = resolve(`@expo-google-fonts/noto-sans/${weight}/NotoSans_${weight}.ttf`)
    await context.route(`**${font}/${weight}`, (route) => route.fulfill({ path, contentType: 'font/ttf' }))
  }
  const faces = Object.entries(fonts).map(
    ([weights, name]) =>
      `@font-face { font-family: Still; font-weight: ${weights}; src: url(${font}/${name}) }`,
  )
  await context.addInitScript(
    (css) => {
      const sheet = new CSSStyleSheet({ baseURL: location.href })
      sheet.replaceSync(css)
      document.adoptedStyleSheets.push(sheet)
    },
    `${faces.join('\n')}\n${stillCss}`,
  )
}

/** Without hinting, and the text of the browser's own date fields: both depend on the machine's settings. */
const stillCss = `
* { font-family: Still !important; text-rendering: geometricPrecision !important }
*, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent !important }
::-webkit-scrollbar { display: none }
::-webkit-datetime-edit { visibility: hidden }`

/** What differs from run to run or from machine to machine, and what to show instead. */
const replacements: [pattern: RegExp, text: string][] = [
  // The font has no arrows.
  [/[←-⇿]/g, '-'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '00000000-0000-4000-8000-000000000000'],
  [/\baie_[0-9a-f]+/g, 'aie_00000000'],
  [/\b127\.0\.0\.1:\d+/g, '127.0.0.1:3000'],
  [/\b\d{1,2}:\d{2}(:\d{2})?\b/g, '09:00'],
  [/\b\d+(\.\d+)? (ms|s|min)\b/g, '1 s'],
  [/\b\d+\.\d+\.\d+\b/g, '0.0.0'],
]

/** Replaces what differs from run to run or from machine to machine. */
export const replaceChanging = (page: Page): Promise<void> =>
  page.evaluate(
    (replacements) => {
      const replaced = (text: string) =>
        replacements.reduce(
          (text, [pattern, flags, by]) => text.replace(new RegExp(pattern, flags), by),
          text,
        )
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const { currentNode: text } = texts
        const value = replaced(text.nodeValue ?? '')
        if (value !== text.nodeValue) text.nodeValue = value
      }
      for (const field of document.querySelectorAll('input, textarea')) {
        if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue
        if (field.type === 'file') continue
        const value = replaced(field.value)
        if (value !== field.value) field.value = value
      }
    },
    replacements.map(([{ source, flags }, by]) => [source, flags, by] as const),
  )
