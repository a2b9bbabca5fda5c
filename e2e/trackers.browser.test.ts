// The pages of trackers, on one node and in one order: what a test makes is there for the next.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Client } from '#client'
import {
  createProject,
  createSource,
  createTracker,
  deleteTracker,
  getSource,
  getTracker,
  updateTracker,
} from '#contract'
import { until } from '#testing'
import { ownerOf } from './testing/node.ts'

const on = ownerOf()
const { arrive, button, choose, focusIn, focusOn, inOrder, link, press, see, seeHeading, type, wasRefused } =
  on
let page: Page
let client: Client

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

let projectId: string
/** The tracker that the first test creates. */
let trackerId: string

before(async () => {
  page = on.page
  client = on.client
  await page.goto('/projects')
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

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const preview = () => page.getByRole('region', { name: 'Preview' })
const mentions = () => page.getByRole('list', { name: 'Mentions', exact: true }).getByRole('listitem')
/** The first bar of the chart over time. */
const bar = () => page.locator('figure [aria-hidden] span[style*=height]').first()

test('a tracker is created with the keyboard, next to a preview of its mentions', async () => {
  await arrive(`/projects/${projectId}/trackers`)
  await see('No trackers yet')
  await link('New tracker').press('Enter')
  await field('Name').waitFor()
  await focusIn('input[name=name]')
  await see('Enter a phrase or a query to see what it finds.')
  await type('Money')
  await press('Tab')
  await type('price')
  await see('3 mentions in 2 sources', preview())
  await inOrder('Churn')

  await press('Enter')
  await focusOn('Phrase 2')
  await type('cost')
  await see('4 mentions in 3 sources', preview())
  await press('Enter')
  await focusOn('Phrase 3')
  await press('Backspace')
  await focusOn('Phrase 2')
  assert.equal(new URL(page.url()).pathname, `/projects/${projectId}/trackers/new`)
})

test('an error in a query is shown with its place, and submitting focuses the query', async () => {
  await field('Query').fill('support AND (kind')
  await see(/At character \d+: /)
  await see('Correct the errors in the form', preview())
  const at = Number(/character (\d+)/.exec((await page.getByText(/At character/).textContent()) ?? '')?.[1])
  const marked = page.locator('form mark')
  const before = await marked.evaluate((mark) => mark.previousSibling?.textContent ?? '')
  assert.equal(before.length, at - 1)

  await field('Name').press('Enter')
  await focusIn('textarea[name=query][aria-invalid=true]')
  assert.equal(await field('Phrase 2').inputValue(), 'cost')
  await field('Query').fill('support AND kind')
  await see('5 mentions in 3 sources', preview())
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
  await focusOn('Money')
  trackerId = page.url().split('/').at(-1)!
  await see('price (any form), cost (any form); also support AND kind')
  await see('5 mentions in 3 sources')
})

test('a bar selects the mentions of its days, and a mention links to its place in the text', async () => {
  await arrive(`/projects/${projectId}/trackers/${trackerId}`)
  await see('5 mentions in 3 sources')
  await bar().waitFor()
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
  await see('Nobody could explain the price to us.', mentions())
  assert.equal(await day.getAttribute('aria-pressed'), 'true')

  await mentions().getByRole('link', { name: 'Second call' }).press('Enter')
  await page.waitForURL(/\/sources\/[0-9a-f-]{36}\?at=25-30$/)
  await focusIn('article mark')
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'price')
  await page.goBack()
  await see('1 mention in 1 source')
})

test('days without mentions look different from a tracker without mentions', async () => {
  // The address that trackers had before.
  await arrive(`/trackers/${trackerId}?from=2026-03-05&to=2026-03-06`)
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
  await arrive(`/projects/${projectId}/trackers/${id}`)
  await see('No source contains this.')
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
  await arrive(`/projects/${projectId}/trackers/${trackerId}`)
  await see('Searching existing sources: 1 of 3')
  backfill = null
  await page.getByText('Searching existing sources').waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'wait' })
})

test('a change by someone else is reported, and the input is kept', async () => {
  await arrive(`/projects/${projectId}/trackers/${trackerId}`)
  await link('Edit').click()
  await seeHeading('Edit Money')
  await button('Add excluded phrase').click()
  await focusOn('Excluded phrase 1')
  await type('too high')
  await see('4 mentions in 3 sources', preview())
  await inOrder('Edit Money')
  await client.call(updateTracker, { trackerId, name: 'Money matters' })
  await button('Save').click()
  await see('Someone else has changed this tracker')
  await see('It is now “Money matters” and searches for: price (any form)')
  wasRefused(409)
  assert.equal(await field('Excluded phrase 1').inputValue(), 'too high')

  await button('Save').click()
  await page.waitForURL(`/projects/${projectId}/trackers/${trackerId}`)
  await see('4 mentions in 3 sources')
})

test('a false mention is dismissed with the keyboard, undone, and listed among the dismissed ones', async () => {
  await arrive(`/projects/${projectId}/trackers/${trackerId}`)
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
  await arrive(`/projects/${projectId}/trackers`)
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
  await inOrder('Churn')
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

  await arrive(`/projects/${projectId}/trackers/compare?by=author&range=all`)
  await page.getByRole('link', { name: 'Money, No author: 4 mentions' }).press('Enter')
  await page.waitForURL(`/projects/${projectId}/trackers/${trackerId}?without=author`)
  await button('Without author').waitFor()
  await client.call(deleteTracker, { trackerId: id })
})

test('a tracker is deleted after asking', async () => {
  await arrive(`/projects/${projectId}/trackers`)
  await link('Money').click()
  await see('4 mentions in 3 sources')
  await choose('More actions', 'Delete…')
  const question = page.getByRole('dialog', { name: 'Delete “Money”?' })
  await question.getByText('This also deletes its 4 mentions').waitFor()
  await question.getByRole('button', { name: 'Delete tracker' }).click()
  await page.waitForURL(`/projects/${projectId}/trackers`)
  await see('“Money” is deleted')
})
