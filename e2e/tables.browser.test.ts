// Long lists: 10,000 rows that the test returns instead of the server.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createProject, errors, type Problem, type Project } from '#contract'
import { ownerOf } from './testing/node.ts'

const on = ownerOf()
const { accessible, arrive, focusOn } = on
let page: Page

const count = 10_000
/** The most nodes that the document may have, whatever the length of the list. */
const mostNodes = 3000
/** A row in the middle, which is a project of the server. */
const middle = 5000

let projects: Project[]
/** The queries with which the page asked for the list. */
let asked: URLSearchParams[]
/** The rows of a response, if the page does not say how many. */
let atOnce: number

before(async () => {
  page = on.page
  await page.goto('/projects')
  const real = await on.client.call(createProject, { name: `Project ${middle}` })
  projects = Array.from({ length: count }, (_, place) =>
    place === middle ? real : { ...real, id: `project-${place}`, name: `Project ${place}` },
  )
  await page.route(
    ({ pathname }) => pathname === '/api/projects',
    (route) => {
      const query = new URL(route.request().url()).searchParams
      asked.push(query)
      const from = Number(query.get('cursor') ?? 0)
      const to = from + Number(query.get('limit') ?? atOnce)
      return route.fulfill({
        json: { data: projects.slice(from, to), nextCursor: to < count ? String(to) : null },
      })
    },
  )
})
beforeEach(() => {
  asked = []
  atOnce = count
})

const row = (place: number) => page.locator(`tr[aria-rowindex="${place + 2}"]`)
const link = (place: number) => page.getByRole('link', { name: `Project ${place}`, exact: true })
const nodes = () => page.evaluate(() => document.querySelectorAll('*').length)
const drawnRows = () => page.locator('tbody').getByRole('row').count()
/** Waits until the table has only the visible rows in the document. */
const windowed = () => page.waitForFunction(() => document.querySelectorAll('tbody tr').length < 60)

async function arriveAtLongList(): Promise<void> {
  await arrive('/projects')
  await row(0).waitFor()
  await windowed()
}

test('a list of 10,000 rows has few nodes, and keeps the meaning of a table', async () => {
  await arriveAtLongList()
  assert.ok((await nodes()) < mostNodes, `${await nodes()} nodes`)
  assert.equal(
    await page.getByRole('table', { name: 'Projects' }).getAttribute('aria-rowcount'),
    `${count + 1}`,
  )
  await row(0).getByText('Project 0', { exact: true }).waitFor()
  await accessible('body')
})

test('a letter typed in the search draws no more rows than are visible', async () => {
  await arriveAtLongList()
  await page.evaluate(() => {
    const added: Node[] = []
    Object.assign(globalThis, { added })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) added.push(...addedNodes)
    }).observe(document.querySelector('tbody')!, { childList: true })
  })
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('p')
  await page.waitForURL('/projects?q=p')
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
  const added = await page.evaluate(() => (globalThis as unknown as { added: Node[] }).added.length)
  assert.ok(added <= 60, `${added} rows were added`)
  assert.ok((await nodes()) < mostNodes)
})

test('arrow keys, Home and End move between rows, and Enter opens one', async () => {
  await arriveAtLongList()
  await link(0).focus()
  await page.keyboard.press('ArrowDown')
  await focusOn('Project 1')
  await page.keyboard.press('End')
  await focusOn(`Project ${count - 1}`)
  await row(count - 1).waitFor()
  await page.keyboard.press('ArrowUp')
  await focusOn(`Project ${count - 2}`)
  await page.keyboard.press('Home')
  await focusOn('Project 0')
  await page.keyboard.press('ArrowUp')
  await focusOn('Project 0')
})

test('the row with the focus stays in the document when it is scrolled away', async () => {
  await arriveAtLongList()
  await link(1).focus()
  await page.evaluate(() => scrollTo(0, 200_000))
  await row(1).waitFor({ state: 'attached' })
  await page.waitForFunction(() => !document.querySelector('tr[aria-rowindex="12"]'))
  await page.keyboard.press('ArrowDown')
  await focusOn('Project 2')
})

test('going back arrives at the same row', async () => {
  await arriveAtLongList()
  await scrollToRow(middle)
  const { y: before } = (await row(middle).boundingBox())!
  await link(middle).click()
  await page.getByRole('heading', { level: 1, name: `Project ${middle}` }).waitFor()
  // The router forgets the place of a list that is left and asked for again before the next page is there.
  await page.getByText('No sources yet').waitFor()
  await page.goBack()
  await row(middle).waitFor()
  await page.waitForFunction(
    ([index, y]) => {
      const top = document.querySelector(`tr[aria-rowindex="${index}"]`)?.getBoundingClientRect().top
      return top !== undefined && Math.abs(top - y!) < 100
    },
    [middle + 2, before],
  )
})

/** Scrolls until a row is about in the middle. All are equally high. */
async function scrollToRow(place: number): Promise<void> {
  await page.evaluate(
    (part) => scrollTo(0, document.documentElement.scrollHeight * part - innerHeight / 2),
    place / count,
  )
  await row(place).waitFor()
}

test('printing draws the first 1,000 rows, and says so', async () => {
  await arriveAtLongList()
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  assert.equal(await drawnRows(), 1001)
  await page.getByText('The first 1,000 rows of 10,000 rows.').waitFor()
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  assert.ok((await drawnRows()) < 60)
})

test('an address with many pages loads 200 rows in one request, and the rest as they are scrolled to', async () => {
  atOnce = 50
  await arrive('/projects?pages=60')
  await page.waitForLoadState('networkidle')
  assert.deepEqual(
    asked.map((query) => query.get('limit')),
    ['200'],
  )

  await link(0).focus()
  await page.keyboard.press('End')
  await focusOn('Project 199')
  await page.getByText('400 shown').waitFor()
  assert.deepEqual(
    asked.map((query) => query.get('cursor')),
    [null, '200'],
  )
})

test('“Show more” doubles a list until it loads 200 rows at a time', async () => {
  atOnce = 50
  await arrive('/projects')
  for (const shown of [100, 200, 400, 600]) {
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByText(`${shown} shown`).waitFor()
    await page.waitForURL(`/projects?pages=${shown / 50}`)
  }
  assert.deepEqual(
    asked.map((query) => query.get('limit')),
    [null, '50', '100', '200', '200'],
  )
  assert.ok((await nodes()) < mostNodes)

  // Rows that become visible move nothing, such as the button that is being clicked.
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const before = await height()
  await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
  await row(599).waitFor()
  const moved = (await height()) - before
  assert.ok(Math.abs(moved) < 2, `${moved} px`)
})

const checkbox = (place: number) =>
  page.getByRole('checkbox', { name: `Select Project ${place}`, exact: true })
const bar = () => page.getByRole('region', { name: 'Selected rows' })

test('rows are selected in ranges and altogether, and stay selected if an action fails for them', async () => {
  const changed: string[] = []
  const patch = ({ pathname }: URL) => /^\/api\/projects\/project-\d+$/.test(pathname)
  await page.route(patch, (route) => {
    const id = new URL(route.request().url()).pathname.split('/').at(-1)!
    changed.push(id)
    return id === 'project-3'
      ? route.fulfill({ status: 403, contentType: 'application/problem+json', json: refusal })
      : route.fulfill({ json: projects[1] })
  })
  await arriveAtLongList()
  await checkbox(1).check()
  await bar().getByText('1 project selected').waitFor()
  await checkbox(4).click({ modifiers: ['Shift'] })
  await bar().getByText('4 projects selected').waitFor()
  await accessible('body')

  await bar().getByRole('button', { name: 'Archive' }).press('Enter')
  await page.getByText('3 projects archived').waitFor()
  await page.getByText('1 project not archived').waitFor()
  await page.getByText('Project 3: Not allowed').waitFor()
  assert.deepEqual(changed, ['project-1', 'project-2', 'project-3', 'project-4'])
  await bar().getByText('1 project selected').waitFor()
  assert.ok(await checkbox(3).isChecked())

  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await bar().getByText('10,000 projects selected').waitFor()
  await bar().getByRole('button', { name: 'Clear selection' }).click()
  await bar().getByText('selected').waitFor({ state: 'detached' })
  await page.unroute(patch)
  on.wasRefused(403)
})

const refusal: Problem = {
  type: 'about:blank',
  ...errors.forbidden,
  detail: 'Not allowed',
  code: 'forbidden',
}

test('all rows that match the filters are exported', async () => {
  atOnce = 50
  await arrive('/projects?q=project')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  assert.match(file.suggestedFilename(), /^Projects \d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  assert.match(lines[0]!, /^id,.*\bcounts\.sources\b/)
  assert.equal(lines.length, count + 1)
  assert.deepEqual([asked.at(-1)?.get('q'), asked.length], ['project', 1 + count / 200])
})
