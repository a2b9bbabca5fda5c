// The pages of trackers, on one node and in one order: what a test makes is there for the next.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Client } from '#client'
import {
  createProject,
  createSource,
  createTracker,
  deleteTracker,
  getSource,
  getTracker,
  listTrackers,
  updateTracker,
} from '#contract'
import { until } from '#testing'
import { assertStates } from './testing/list-states.ts'
import { arrive, assertInOrder, focusOn } from './testing/looks.ts'
import { clientOf, type Pages, signIn, startPages, withOwner } from './testing/pages.ts'

const rightToLeft = 'مقابلات مع المرضى'
const sources = [
  [
    'First call',
    '2026-03-02',
    'The price is too high.\n\nSupport was kind.\n\nOnly the prices matter to us.',
  ],
  ['Second call', '2026-03-04', 'Nobody could explain the price to us.'],
  [rightToLeft, '2026-03-09', 'السعر مرتفع جدا\n\nThe cost of support is high.'],
] as const

let pages: Pages
let page: Page
let client: Client
let projectId: string
/** The tracker that the first test creates. */
let trackerId: string

before(async () => {
  pages = await startPages(withOwner)
  page = await pages.open({ reducedMotion: 'reduce' })
  await signIn(page, '/projects')
  client = await clientOf(page)
  projectId = (await client.call(createProject, { name: 'Churn' })).id
  for (const [title, day, text] of sources) {
    const { id: sourceId } = await client.call(createSource, {
      projectId,
      title,
      text,
      occurredAt: `${day}T12:00:00.000Z`,
    })
    await until(
      () => client.call(getSource, { sourceId }),
      ({ status }) => status === 'ready',
    )
  }
})
after(() => pages.close())
afterEach(() => assert.deepEqual(pages.complaints.splice(0), []))

const button = (name: string) => page.getByRole('button', { name, exact: true })
const link = (name: string) => page.getByRole('link', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const see = (text: string | RegExp) => page.getByText(text).first().waitFor()
const preview = () => page.getByRole('region', { name: 'Preview' })
const mentions = () => page.getByRole('list', { name: 'Mentions', exact: true }).getByRole('listitem')
/** The first bar of the chart over time. */
const bar = () => page.locator('figure [aria-hidden] span[style*=height]').first()
const press = (key: string) => page.keyboard.press(key)

/** Drops the console messages about requests that the test expects to fail. */
function wasRefused(status: number): void {
  const others = pages.complaints.filter((line) => !line.includes(`status of ${status}`))
  assert.notEqual(others.length, pages.complaints.length)
  pages.complaints.splice(0, Infinity, ...others)
}

test('a tracker is created with the keyboard, next to a preview of its mentions', async () => {
  await arrive(page, `/projects/${projectId}/trackers`)
  await see('No trackers yet')
  await link('New tracker').press('Enter')
  await field('Name').waitFor()
  await page.waitForFunction(() => document.activeElement?.matches('input[name=name]'))
  await see('Enter a phrase or a query to see what it finds.')
  await page.keyboard.type('Money')
  await press('Tab')
  await page.keyboard.type('price')
  await preview().getByText('3 mentions in 2 sources').waitFor()
  assert.equal(await preview().locator('mark').count(), 3)
  await assertInOrder(page, 'Churn')

  await press('Enter')
  await focusOn(page, 'Phrase 2')
  await page.keyboard.type('cost')
  await preview().getByText('4 mentions in 3 sources').waitFor()
  await press('Enter')
  await focusOn(page, 'Phrase 3')
  await press('Backspace')
  await focusOn(page, 'Phrase 2')
  assert.equal(new URL(page.url()).pathname, `/projects/${projectId}/trackers/new`)
})

test('an error in a query is shown with its place, and submitting focuses the query', async () => {
  await field('Query').fill('support AND (kind')
  await see(/At character \d+: /)
  await preview().getByText('Correct the errors in the form').waitFor()
  const at = Number(/character (\d+)/.exec((await page.getByText(/At character/).textContent()) ?? '')?.[1])
  const marked = page.locator('form mark')
  const before = await marked.evaluate((mark) => mark.previousSibling?.textContent ?? '')
  assert.equal(before.length, at - 1)

  await field('Name').press('Enter')
  await page.waitForFunction(() => document.activeElement?.matches('textarea[name=query][aria-invalid=true]'))
  assert.equal(await field('Phrase 2').inputValue(), 'cost')
  await field('Query').fill('support AND kind')
  await preview().getByText('5 mentions in 3 sources').waitFor()
  assert.equal(await page.getByText(/At character/).count(), 0)
  wasRefused(422)
})

test('leaving unsaved input asks, and saving it does not', async () => {
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Skills' }).click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  assert.equal(await field('Name').inputValue(), 'Money')

  await field('Name').press('Enter')
  await page.waitForURL(/\/trackers\/[0-9a-f-]{36}$/)
  await focusOn(page, 'Money')
  trackerId = page.url().split('/').at(-1)!
  await see('price (any form), cost (any form); also support AND kind')
  await see('5 mentions in 3 sources')
})

test('a bar selects the mentions of its days, and a mention links to its place in the text', async () => {
  await arrive(page, `/projects/${projectId}/trackers/${trackerId}`)
  await see('5 mentions in 3 sources')
  await bar().waitFor()
  await assertInOrder(page, 'Money')
  await bar().hover()
  await see('3 mentions')
  await bar().click()
  await page.waitForURL(`/projects/${projectId}/trackers/${trackerId}?from=2026-03-02&to=2026-03-02`)
  await see('3 mentions in 1 source')

  await page.locator('figure summary').focus()
  await press('Enter')
  const day = page.getByRole('button', { name: /^4 Mar 2026\s*1 mention$/ })
  await day.press('Enter')
  await page.waitForURL(`/projects/${projectId}/trackers/${trackerId}?from=2026-03-04&to=2026-03-04`)
  await see('1 mention in 1 source')
  await mentions().getByText('Nobody could explain the price to us.').waitFor()
  assert.equal(await day.getAttribute('aria-pressed'), 'true')

  await mentions().getByRole('link', { name: 'Second call' }).press('Enter')
  await page.waitForURL(/\/sources\/[0-9a-f-]{36}\?at=25-30$/)
  await page.waitForFunction(() => document.activeElement?.matches('article mark'))
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'price')
  await page.goBack()
  await see('1 mention in 1 source')
})

test('days without mentions look different from a tracker without mentions', async () => {
  // The address that trackers had before.
  await arrive(page, `/trackers/${trackerId}?from=2026-03-05&to=2026-03-06`)
  await page.waitForURL(`/projects/${projectId}/trackers/${trackerId}?from=2026-03-05&to=2026-03-06`)
  await see('No mentions on these days')
  await page.getByLabel('To').fill('2026-03-01')
  await see('The last day is before the first.')
  await button('All days').click()
  await see('5 mentions in 3 sources')

  const { id } = await client.call(createTracker, {
    projectId,
    name: rightToLeft,
    phrases: [{ text: 'nobody says this' }],
  })
  await until(
    () => client.call(getTracker, { trackerId: id }),
    ({ backfill }) => backfill === null,
  )
  await arrive(page, `/projects/${projectId}/trackers/${id}`)
  await see('No source contains this.')
  await assertInOrder(page, rightToLeft)
})

test('a tracker shows its progress through existing sources, then its mentions', async () => {
  const path = `/api/trackers/${trackerId}`
  let backfill: object | null = { done: 1, total: 3 }
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), backfill } })
    },
  )
  await arrive(page, `/projects/${projectId}/trackers/${trackerId}`)
  await see('Searching existing sources: 1 of 3')
  backfill = null
  await page.getByText('Searching existing sources').waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'wait' })
})

test('a change by someone else is reported, and the input is kept', async () => {
  await arrive(page, `/projects/${projectId}/trackers/${trackerId}`)
  await link('Edit').click()
  await page.getByRole('heading', { name: 'Edit Money' }).waitFor()
  await button('Add excluded phrase').click()
  await focusOn(page, 'Excluded phrase 1')
  await page.keyboard.type('too high')
  await preview().getByText('4 mentions in 3 sources').waitFor()
  await assertInOrder(page, 'Edit Money')
  await client.call(updateTracker, { trackerId, name: 'Money matters' })
  await button('Save').click()
  await see('Someone else has changed this tracker')
  await see('It is now “Money matters” and searches for: price (any form)')
  wasRefused(409)
  assert.equal(await field('Excluded phrase 1').inputValue(), 'too high')

  await button('Save').click()
  await page.waitForURL(`/projects/${projectId}/trackers/${trackerId}`)
  await see('4 mentions in 3 sources')
  const { name, exclude } = await client.call(getTracker, { trackerId })
  assert.deepEqual([name, exclude], ['Money', [{ text: 'too high', match: 'stem' }]])
})

test('the list says whether it loads, failed, is empty or matches nothing', async () => {
  await assertStates(page, {
    label: 'Trackers',
    path: `/projects/${projectId}/trackers`,
    api: `/api/projects/${projectId}/trackers`,
    empty: 'No trackers yet',
    nothing: 'q=zzz',
  })
  wasRefused(403)
})

test('a false mention is dismissed with the keyboard, undone, and listed among the dismissed ones', async () => {
  await arrive(page, `/projects/${projectId}/trackers/${trackerId}`)
  await see('4 mentions in 3 sources')
  const first = mentions().first()
  const words = (await first.locator('p').first().textContent()) ?? ''
  const judge = (name: string) => first.getByRole('button', { name: new RegExp(`^${name} “`) })
  await judge('Dismiss').focus()
  await press('Enter')
  await see('3 mentions in')
  await button('Undo').press('Enter')
  await see('4 mentions in 3 sources')

  await judge('Dismiss').press('Enter')
  await see('3 mentions in')
  await button('Dismissed').press('Enter')
  await page.waitForURL(`/projects/${projectId}/trackers/${trackerId}?dismissed=true`)
  await see('1 dismissed mention')
  assert.equal(await first.locator('p').first().textContent(), words)
  await judge('Restore').press('Enter')
  await see('No dismissed mentions')
  await button('Dismissed').click()
  await see('4 mentions in 3 sources')
})

test('trackers are compared, and a bar leads to its mentions', async () => {
  const { id } = await client.call(createTracker, {
    projectId,
    name: 'Kindness',
    phrases: [{ text: 'kind' }],
  })
  await until(
    () => client.call(getTracker, { trackerId: id }),
    ({ backfill, counts }) => backfill === null && counts.mentions > 0,
  )
  await arrive(page, `/projects/${projectId}/trackers`)
  await page
    .getByRole('img', { name: /mentions? in 13 weeks/ })
    .or(page.getByText('Money'))
    .first()
    .waitFor()
  await link('Compare').press('Enter')
  await page.waitForURL(`/projects/${projectId}/trackers/compare`)
  await page.getByLabel('Days', { exact: true }).selectOption('all')
  const bars = () => page.getByRole('list', { name: 'Counts' }).getByRole('link')
  await bars().filter({ hasText: '3' }).first().waitFor()
  await assertInOrder(page, 'Churn')
  await page.getByRole('link', { name: /^Kindness, 2 Mar 2026 – 8 Mar 2026: 1 mention$/ }).waitFor()

  await page.getByLabel('Count', { exact: true }).selectOption('kind')
  await page.waitForURL(/by=kind/)
  const bar = page.getByRole('link', { name: 'Money, Text: 4 mentions' })
  await bar.focus()
  await press('Enter')
  await page.waitForURL(`/projects/${projectId}/trackers/${trackerId}?kind=text`)
  await page.getByText('4 mentions', { exact: true }).waitFor()
  await mentions().nth(3).waitFor()
  await button('Kind: text').click()
  await page.waitForURL(`/projects/${projectId}/trackers/${trackerId}`)

  await arrive(page, `/projects/${projectId}/trackers/compare?by=author&range=all`)
  await page.getByRole('link', { name: 'Money, No author: 4 mentions' }).press('Enter')
  await page.waitForURL(`/projects/${projectId}/trackers/${trackerId}?without=author`)
  await button('Without author').waitFor()
  await client.call(deleteTracker, { trackerId: id })
})

test('a tracker is limited to some days in its form', async () => {
  await arrive(page, `/projects/${projectId}/trackers/${trackerId}/edit`)
  await page.getByText('Limits', { exact: true }).click()
  await page.getByLabel('To', { exact: true }).fill('2026-03-04')
  await preview().getByText('3 mentions in 2 sources').waitFor()
  await page.getByLabel('To', { exact: true }).fill('')
  await preview().getByText('4 mentions in 3 sources').waitFor()
  await page.getByLabel('From', { exact: true }).fill('2026-03-04')
  await preview().getByText('2 mentions in 2 sources').waitFor()
  await page.getByLabel('From', { exact: true }).fill('')
  await button('Save').click()
  await page.waitForURL(`/projects/${projectId}/trackers/${trackerId}`)
})

test('a tracker is deleted after asking', async () => {
  await arrive(page, `/projects/${projectId}/trackers`)
  await link('Money').click()
  await see('4 mentions in 3 sources')
  await button('More actions').click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const question = page.getByRole('dialog', { name: 'Delete “Money”?' })
  await question.getByText('This also deletes its 4 mentions').waitFor()
  await question.getByRole('button', { name: 'Delete tracker' }).click()
  await page.waitForURL(`/projects/${projectId}/trackers`)
  await see('“Money” is deleted')
  const { data } = await client.call(listTrackers, { projectId })
  assert.deepEqual(
    data.map(({ name }) => name),
    [rightToLeft],
  )
})
