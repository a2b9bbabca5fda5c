// Dates and numbers are typed in any usual form, or chosen from a calendar, and shown as everywhere else.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { arrive as arriveAt } from './testing/looks.ts'
import { ownerOf } from './testing/node.ts'
import { seriousFindings } from './testing/pages.ts'

const on = ownerOf()
const { accessible, arrive, field, focusOn, inOrder } = on
let page: Page

before(async () => {
  page = on.page
  await page.goto('/projects')
})

const openCalendar = () => page.getByRole('button', { name: 'Open calendar' }).first().press('Enter')

test('a date is typed in any form, and corrected where it is none', async () => {
  await arrive('/billing/new')
  const date = field('Date')
  for (const typed of ['31.3.2026', '2026-03-31', 'March 31, 2026', '31/3/26']) {
    await date.fill(typed)
    await date.press('Tab')
    assert.equal(await date.inputValue(), '31 Mar 2026', typed)
  }
  await date.fill('soon')
  await date.press('Tab')
  await page.getByText('Enter a date such as 31 Jan 2026').waitFor()
  assert.equal(await date.inputValue(), 'soon')
  await date.fill('')
  await page.getByText('Enter a date such as 31 Jan 2026').waitFor({ state: 'detached' })
})

test('a date is chosen from the calendar with the arrow keys', async () => {
  await field('Date').fill('30 Dec 2025')
  await openCalendar()
  await focusOn('30 December 2025')
  await inOrder('New invoice')
  await page.keyboard.press('ArrowRight')
  await focusOn('31 December 2025')
  await page.keyboard.press('Enter')
  assert.equal(await field('Date').inputValue(), '31 Dec 2025')
  await focusOn('Open calendar')
})

test('Escape closes the calendar, not the dialog around it', async () => {
  await arrive('/patients')
  await page.getByRole('button', { name: 'New patient' }).click()
  const dialog = page.getByRole('dialog', { name: 'New patient' })
  await dialog.getByRole('button', { name: 'Open calendar' }).press('Enter')
  const nextMonth = page.getByRole('button', { name: 'Next month' })
  await nextMonth.waitFor()
  await accessible('body')
  await page.keyboard.press('Escape')
  await nextMonth.waitFor({ state: 'detached' })
  await dialog.getByLabel('Date of birth').fill('10.12.1985')
  await dialog.getByLabel('Date of birth').press('Tab')
  assert.equal(await dialog.getByLabel('Date of birth').inputValue(), '10 Dec 1985')
  await page.keyboard.press('Escape')
})

test('a list is limited as soon as a date is complete', async () => {
  await arrive('/billing/payments')
  await field('From').pressSequentially('1.2.2026')
  await page.waitForURL(/from=2026-02-01$/)
  await field('To').fill('29.2.26')
  await field('To').press('Enter')
  await page.getByText('Enter a date such as').waitFor()
  await field('To').fill('28.2.26')
  await field('To').press('Enter')
  await page.waitForURL(/to=2026-02-28/)
  assert.equal(await field('To').inputValue(), '28 Feb 2026')
})

test('a French reader’s date of birth has the day first, and the page asks for an unclear century', async () => {
  const french = await on.pages.open({ storageState: await page.context().storageState() })
  await french.addInitScript(() =>
    Object.defineProperty(navigator, 'languages', { value: ['fr-FR', 'en-US'] }),
  )
  await arriveAt(french, '/patients?dialog=new')
  const born = french.getByRole('dialog').getByLabel('Date of birth')
  await born.fill('04/03/1975')
  await born.press('Tab')
  assert.match(await born.inputValue(), /^(4 Mar|Mar 4),? 1975$/)
  const sent: string[] = []
  french.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await french.getByLabel('Family name').fill('Lovelace')
  await born.fill('10.12.15')
  await born.press('Enter')
  const question = french.getByRole('group', { name: 'Which one is 10.12.15?' })
  await question.getByRole('button').first().and(french.locator(':focus')).waitFor()
  assert.deepEqual(await seriousFindings(french), [])
  await french.getByRole('button', { name: 'Create patient' }).click()
  await question.getByRole('button').first().and(french.locator(':focus')).waitFor()
  assert.deepEqual(sent, [])
  await french.keyboard.press('Tab')
  await french.keyboard.press('Enter')
  await born.and(french.locator(':focus')).waitFor()
  assert.match(await born.inputValue(), /1915$/)
  await french.context().close()
})

test('a number that could be two is asked for, in the lines of a delivery, too', async () => {
  await arrive('/inventory/receive')
  const [quantity, cost] = [page.getByLabel('Quantity'), page.getByLabel('Unit cost')]
  await quantity.fill('1.200')
  await quantity.press('Enter')
  await focusOn('1200')
  await page.keyboard.press('Control+Enter')
  await inOrder('Receive stock')
  await focusOn('1200')
  await page.keyboard.press('Enter')
  assert.equal(await quantity.inputValue(), '1200')
  await quantity.press('Enter')
  await cost.and(page.locator(':focus')).waitFor()
  await cost.pressSequentially('2,125')
  await cost.press('Tab')
  await focusOn('2125')
  await page.getByRole('button', { name: '2.125' }).click()
  assert.equal(await cost.inputValue(), '2.125')
  await cost.press('Shift+Tab')
  assert.equal(await cost.inputValue(), '2.125')
  assert.equal(await page.getByRole('group', { name: 'Which one is' }).count(), 0)
})
