// What each page transfers when it is opened for the first time: at most so many bytes, in so many requests.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type EveryPage, outside, signInPage, startEveryPage } from './testing/every-page.ts'
import { arrive } from './testing/looks.ts'

/** In bytes, as transferred: compressed, and with the headers of the responses. */
const most = { requests: 30, bytes: 300_000, bytesOfSignIn: 170_000 }

let everyPage: EveryPage

before(async () => {
  everyPage = await startEveryPage()
})
after(() => everyPage.pages.close())

describe('a page that is opened for the first time', () => {
  test('is measured, whichever it is', async () => {
    const routes = await readFile(new URL('../web/app/routes.tsx', import.meta.url), 'utf8')
    const found = [...routes.matchAll(/\b(?:inShell|inProject|outside)\(\s*'([^']+)'|path: '([^']+)'/g)]
    // The pages in the frame of a project are declared without its path.
    const measured = [...everyPage.paths.keys()].flatMap((route) => [
      route,
      route.replace(/^\/projects\/\$projectId\/(?=.)/, '/'),
    ])
    const redirects = ['/set-up-two-factor']
    const missing = found.map(([, one, other]) => one ?? other!).filter((route) => !measured.includes(route))
    assert.deepEqual(missing.toSorted(), redirects.concat('/setup'))
  })

  /** The pages that the navigation marks as the current one, by route. */
  const marked = new Map<string, string[]>()

  test('transfers little, in few requests', async () => {
    const { pages, signedIn, paths } = everyPage
    const wrong: string[] = []
    for (const [route, path] of paths) {
      const isOutside = outside.includes(route)
      const page = await pages.open(isOutside ? {} : signedIn)
      const { bytes, requests } = await weigh(page, path)
      console.log(`${route.padEnd(36)} ${(bytes / 1000).toFixed(1).padStart(6)} kB  ${requests} requests`)
      const mostBytes = route === signInPage ? most.bytesOfSignIn : most.bytes
      if (bytes > mostBytes) wrong.push(`${route} transfers ${bytes} bytes, more than ${mostBytes}`)
      if (requests > most.requests)
        wrong.push(`${route} sends ${requests} requests, more than ${most.requests}`)
      if (!isOutside) marked.set(route, await markedOn(page))
      await page.context().close()
    }
    assert.deepEqual(wrong, [])
  })

  test('is marked in the navigation, whichever it is', () => {
    const wrong = [...marked].filter(([route, [path, ...others]]) => {
      const isThere = path !== undefined && (route === path || route.startsWith(`${path}/`))
      return !isThere || others.length > 0
    })
    assert.deepEqual(wrong, [])
  })
})

/** Opens a page and returns what the network carried until nothing more was loaded. */
async function weigh(page: Page, path: string): Promise<{ bytes: number; requests: number }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  let [bytes, requests] = [0, 0]
  devtools.on('Network.requestWillBeSent', ({ request: { url } }) => {
    if (url.startsWith('http')) requests++
  })
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await arrive(page, path)
  await page.waitForLoadState('networkidle')
  return { bytes, requests }
}

/** Lists the paths that the navigation marks as the current one. */
const markedOn = (page: Page): Promise<string[]> =>
  page
    .getByRole('navigation', { name: 'Pages' })
    .locator('[aria-current=page]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
