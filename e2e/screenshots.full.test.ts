// How each page looks, at three widths and in both themes. `npm run screenshots` accepts how they look now.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { PNG } from 'pngjs'
import { createClient } from '#client'
import { type NodeProcess, startNodeProcess, testPassword, waitsForMs } from '#testing'
import { createPaths, outside } from './testing/every-page.ts'
import { arrive } from './testing/looks.ts'
import { type Pages, pagesAt, signIn } from './testing/pages.ts'
import { differences, readPicture, shrink, toPng } from './testing/picture.ts'
import { keepStill, replaceChanging, stillOptions, stillSettings } from './testing/still.ts'

const root = join(import.meta.dirname, '..')
const accepted = join(import.meta.dirname, 'screenshots')
const current = join(root, '.cache/screenshots')
const isAccepting = process.env.SCREENSHOTS === 'accept'

/** What is wrong in one theme is wrong at every width, except for what is only there on wide ones. */
const looks = [
  ['light', 390],
  ['dark', 820],
  ['light', 1440],
  ['dark', 1440],
] as const
/** How long pages may take to look as accepted, because what they load may come late: after one that never does, no longer. */
let patienceMs = waitsForMs
/** They list what was read and done, which opening other pages would add to. */
const first = ['/settings/access-log', '/settings/audit-log', '/']

let node: NodeProcess
let pages: Pages
let paths: Map<string, string>
/** Options of a profile in which the owner is signed in. */
let signedIn: BrowserContextOptions

before(async () => {
  await rm(current, { recursive: true, force: true })
  const owner = { OWNER_EMAIL: 'ada@aerie.test', OWNER_PASSWORD: testPassword, OWNER_NAME: 'Ada Lovelace' }
  node = await startNodeProcess({ BASE_URL: '', ...owner, ...stillSettings() })
  pages = pagesAt(node.url)
  const page = await pages.open(stillOptions)
  await page.goto('/projects')
  await signIn(page, owner.OWNER_EMAIL)
  await page.waitForURL('/projects')
  signedIn = { ...stillOptions, storageState: await page.context().storageState() }
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  paths = await createPaths(createClient({ baseUrl: node.url, headers: { cookie, origin: node.url } }))
  await page.context().close()
})
after(async () => {
  await pages.close()
  await node.remove()
})

test('every page looks as accepted, at each width and in both themes', async () => {
  const names = [...paths.keys()].flatMap((route) =>
    looks.map(([theme, width]) => fileOf(route, width, theme)),
  )
  const unknown = globSync('**/*.png', { cwd: accepted }).filter((name) => !names.includes(name))
  const wrong: string[] = []
  if (isAccepting) await rm(accepted, { recursive: true, force: true })
  else wrong.push(...unknown.map((name) => `e2e/screenshots/${name} is of no page`))

  const lookAt = async (routes: Iterable<string>, options: BrowserContextOptions) => {
    const page = await pages.open(options)
    await keepStill(page.context())
    for (const route of routes) wrong.push(...(await look(page, route)))
  }
  await lookAt(first, signedIn)
  const others = [...paths.keys()].filter((route) => ![...first, ...outside].includes(route)).values()
  await Promise.all([lookAt(others, signedIn), lookAt(others, signedIn), lookAt(outside, stillOptions)])
  assert.deepEqual(wrong, [], `Look at ${relative(root, current)}, then accept with: npm run screenshots`)
})

/** Opens a page and looks at it in every way. @returns what is wrong, a line each */
async function look(page: Page, route: string): Promise<string[]> {
  await arrive(page, paths.get(route)!)
  await page.waitForLoadState('networkidle')
  const wrong: string[] = []
  for (const [theme, width] of looks) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 900 })
    const file = fileOf(route, width, theme)
    if (isAccepting) await save(join(accepted, file), await pictureAtRest(page))
    else wrong.push(...(await compare(page, file)))
  }
  return wrong
}

/** Compares a page with a file until both look the same or it is too late. @returns what is wrong */
async function compare(page: Page, file: string): Promise<string[]> {
  const wanted = await readFile(join(accepted, file)).then(readPicture, () => null)
  if (wanted && (await inTime(async () => !differences(wanted, await picture(page))))) return []
  const found = await pictureAtRest(page)
  const shown = wanted && differences(wanted, found)
  if (wanted && !shown) return []
  const name = join(current, file)
  await save(name, found)
  if (!shown) return [`e2e/screenshots/${file} is missing`]
  await save(name.replace('.png', '-differences.png'), shown)
  return [`e2e/screenshots/${file} looks different: ${relative(root, name)}`]
}

/** Takes a picture once two in a row are equal, or when it has waited for long enough. */
async function pictureAtRest(page: Page): Promise<PNG> {
  let now = await picture(page)
  await inTime(async () => {
    const before = now
    now = await picture(page)
    return now.data.equals(before.data)
  })
  return now
}

/** Asks until the answer is yes or patience ends. */
async function inTime(isDone: () => Promise<boolean>): Promise<boolean> {
  const since = performance.now()
  while (!(await isDone())) {
    if (performance.now() - since > patienceMs) {
      patienceMs = 0
      return false
    }
    await wait(100)
  }
  return true
}

async function picture(page: Page): Promise<PNG> {
  await replaceChanging(page)
  return shrink(await page.screenshot())
}

/** `patients-patientId/390-dark.png` */
function fileOf(route: string, width: number, theme: string): string {
  const name = route.replaceAll('$', '').slice(1).replaceAll('/', '-') || 'home'
  return `${name}/${width}-${theme}.png`
}

async function save(path: string, picture: PNG): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, toPng(picture))
}
