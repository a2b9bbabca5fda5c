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
const { arrive, button, choose, dialog, field, focusIn, focusOn, gone, inOrder, keepEditing, link } = on
const { press, see, seeHeading, type, wasRefused } = on
let page: Page
let client: Client

const rightToLeft = 'مقابلات مع المرضى'
const firstCall = 'The price is too high.\n\nSupport was kind.\n\nOnly the prices matter to us.'
const sources = [
  ['First call', '2026-03-02', firstCall],
  ['Second call', '2026-03-04', 'Nobody could explain the price to us.'],
  [rightToLeft, '2026-03-09', 'السعر مرتفع جدا\n\nThe cost of support is high.'],
] as const

let projectId: string
/** The tracker that the first test creates. */
let trackerId: string

before(async () => {
  page = on.page
  client = on.client
  projectId = (await client.call(createProject, { name: 'Churn' })).id
  for (const [title, day, text] of sources) {
    const occurredAt = `${day}T12:00:00.000Z`
    const { id: sourceId } = await client.call(createSource, { projectId, title, text, occurredAt })
    await until(
      () => client.call(getSource, { sourceId }),
      ({ status }) => status === 'ready',
    )
  }
})

const textbox = (name: string) => page.getByRole('textbox', { name, exact: true })
const preview = () => page.getByRole('region', { name: 'Preview' })
const mentions = () => page.getByRole('list', { name: 'Mentions', exact: true }).getByRole('listitem')
/** The first bar of the chart over time. */
const bar = () => page.locator('figure [aria-hidden] span[style*=height]').first()

test('a tracker is created with the keyboard, next to a preview of its mentions', async () => {
  await arrive(`/projects/${projectId}/trackers`)
  await see('No trackers yet')
  await link('New tracker').press('Enter')
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
  await textbox('Query').fill('support AND (kind')
  await see(/At character \d+: /)
  await see('Correct the errors in the form', preview())
  const at = Number(/character (\d+)/.exec((await page.getByText(/At character/).textContent()) ?? '')?.[1])
  const marked = page.locator('form mark')
  const before = await marked.evaluate((mark) => mark.previousSibling?.textContent ?? '')
  assert.equal(before.length, at - 1)

  await textbox('Name').press('Enter')
  await focusIn('textarea[name=query][aria-invalid=true]')
  assert.equal(await textbox('Phrase 2').inputValue(), 'cost')
  await textbox('Query').fill('support AND kind')
  await see('5 mentions in 3 sources', preview())
  assert.equal(await page.getByText(/At character/).count(), 0)
  wasRefused(422)
})

test('leaving unsaved input asks, and saving it does not', async () => {
  await keepEditing(() => link('Skills', page.getByRole('navigation', { name: 'Project' })).click())
  assert.equal(await textbox('Name').inputValue(), 'Money')

  await textbox('Name').press('Enter')
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

  await link('Second call', mentions()).press('Enter')
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
  await field('To').fill('2026-03-01')
  await see('The last day is before the first.')
  await button('All days').click()
  await see('5 mentions in 3 sources')

  const phrases = [{ text: 'nobody says this' }]
  const { id } = await client.call(createTracker, { projectId, name: rightToLeft, phrases })
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
  await gone('Searching existing sources')
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
  assert.equal(await textbox('Excluded phrase 1').inputValue(), 'too high')

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
  const phrases = [{ text: 'kind' }]
  const { id } = await client.call(createTracker, { projectId, name: 'Kindness', phrases })
  await until(
    () => client.call(getTracker, { trackerId: id }),
    ({ backfill, counts }) => backfill === null && counts.mentions > 0,
  )
  await arrive(`/projects/${projectId}/trackers`)
  await link('Compare').press('Enter')
  await page.waitForURL(`/projects/${projectId}/trackers/compare`)
  await field('Days').selectOption('all')
  const bars = () => page.getByRole('list', { name: 'Counts' }).getByRole('link')
  await bars().filter({ hasText: '3' }).first().waitFor()
  await inOrder('Churn')
  await page.getByRole('link', { name: /^Kindness, 2 Mar 2026 – 8 Mar 2026: 1 mention$/ }).waitFor()

  await field('Count').selectOption('kind')
  await page.waitForURL(/by=kind/)
  await link('Money, Text: 4 mentions').press('Enter')
  await page.waitForURL(`/projects/${projectId}/trackers/${trackerId}?kind=text`)
  await see(/^4 mentions$/)
  await mentions().nth(3).waitFor()
  await button('Kind: text').click()
  await page.waitForURL(`/projects/${projectId}/trackers/${trackerId}`)

  await arrive(`/projects/${projectId}/trackers/compare?by=author&range=all`)
  await link('Money, No author: 4 mentions').press('Enter')
  await page.waitForURL(`/projects/${projectId}/trackers/${trackerId}?without=author`)
  await button('Without author').waitFor()
  await client.call(deleteTracker, { trackerId: id })
})

test('a tracker is deleted after asking', async () => {
  await arrive(`/projects/${projectId}/trackers`)
  await link('Money').click()
  await see('4 mentions in 3 sources')
  await choose('More actions', 'Delete…')
  const question = dialog('Delete “Money”?')
  await see('This also deletes its 4 mentions', question)
  await button('Delete tracker', question).click()
  await page.waitForURL(`/projects/${projectId}/trackers`)
  await see('“Money” is deleted')
})
