// The pages of sources, on one node and in one order: what a test makes is there for the next.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Client } from '#client'
import { createProject, createTracker, listSources, type Project, type Source } from '#contract'
import { dropComplaints, ownerOf } from './testing/node.ts'
import { intercept } from './testing/pages.ts'

const on = ownerOf()
const { arrive, button, dialog, download, field, focusIn, focusOn, inOrder, link, press, row } = on
const { see, type } = on
let page: Page
let client: Client

const long = 'Conversations with everyone who has ever worked here, and Donaudampfschifffahrtsgesellschaft'
const rightToLeft = 'مقابلات مع المرضى'

let project: Project

before(async () => {
  page = on.page
  client = on.client
  project = await client.call(createProject, { name: long })
  await client.call(createTracker, { projectId: project.id, name: rightToLeft, phrases: [{ text: 'price' }] })
})

const upload = (name: string) =>
  page.getByRole('list', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: name })
/** With a bar, of whatever length. */
const isGoingUp = (name: string) =>
  page.getByRole('progressbar', { name: `Uploading ${name}` }).waitFor({ state: 'attached' })

const interview = Array.from({ length: 300 }, (_, day) => `Day ${day}. We talked about the waiting room.\n\n`)
const files = {
  'interview.txt': `${interview.slice(0, 200).join('')}Everyone named the price first.\n\n${interview.slice(200).join('')}The price again.\n`,
  'call.vtt':
    'WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ada>It was too expensive.\n\n01:05.000 --> 01:09.000\n<v Grace>The price surprised us.\n',
  'survey.csv': 'person,answer\nAda,The price\nGrace,"Friendly, mostly"\n',
  [`${rightToLeft}.txt`]: 'السعر مرتفع جدا\n\nقالت إنها لن تعود\n',
  'not-a.pdf': 'This is no PDF.',
}
const chooseFiles = (...names: (keyof typeof files)[]) =>
  field('Files').setInputFiles(
    names.map((name) => ({ name, mimeType: '', buffer: Buffer.from(files[name] ?? '') })),
  )
/** Whose name may end with a number. */
const tab = (name: string) => page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name })
const sources = async (tag: string): Promise<Source[]> =>
  (await client.call(listSources, { projectId: project.id, tag })).data

/** Holds uploads back until the returned function is called. */
async function holdUploads(): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>()
  await intercept(
    page,
    ({ pathname }) => pathname === `/api/projects/${project.id}/sources`,
    async (route) => {
      if (route.request().method() === 'POST') await gate.promise
      await route.continue()
    },
  )
  return async () => {
    gate.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

test('an empty project explains what sources are', async () => {
  await arrive('/projects')
  await link(long).click()
  await page.waitForURL('/projects/*/sources')
  await see('No sources yet')
  await see(/Drop files anywhere on this page.*\.pdf.*100 MB each/)
})

test('chosen files are uploaded, even while another tab is open, and leaving asks', async () => {
  const letGo = await holdUploads()
  await chooseFiles('interview.txt', 'call.vtt', 'survey.csv', `${rightToLeft}.txt`)
  await isGoingUp('interview.txt')
  await see('Waiting', upload(rightToLeft))

  await tab('Skills').click()
  await page.waitForURL('/projects/*/skills')
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  const question = await asked
  assert.equal(question.type(), 'beforeunload')
  await question.dismiss()

  await tab('Sources').click()
  await isGoingUp('interview.txt')
  await letGo()
  for (const name of ['interview.txt', 'call.vtt', 'survey.csv', rightToLeft])
    await see('Ready', upload(name))
  await see('4 of 4 files uploaded')
  await see('Ready', row('interview'))
  await inOrder(long)
})

test('a failed upload says why and can be retried; an unfinished one can be canceled', async () => {
  await button('Clear').click()
  await intercept(page, '**/sources', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await chooseFiles('not-a.pdf')
  await see('Not uploaded', upload('not-a.pdf'))
  await see('Aerie cannot be reached', upload('not-a.pdf'))
  dropComplaints(on.pages, 'ERR_FAILED')
  await page.unrouteAll({ behavior: 'wait' })

  const letGo = await holdUploads()
  await button('Retry not-a.pdf').click()
  await button('Cancel: not-a.pdf').click()
  await upload('not-a.pdf').waitFor({ state: 'detached' })
  await letGo()
  assert.equal((await client.call(listSources, { projectId: project.id })).data.length, 4)
})

test('an unreadable file says why, in the uploads and in the list, and can be retried', async () => {
  await chooseFiles('not-a.pdf')
  await see('The file is named .pdf but is not a PDF.', upload('not-a.pdf'))
  await see('The file is named .pdf but is not a PDF.', row('not-a'))
  const retried = page.waitForResponse((response) => response.url().endsWith('/retry'))
  await button('Retry not-a', row('not-a')).click()
  assert.equal((await retried).status(), 202)
  await see('Failed', row('not-a'))

  await link('not-a').click()
  await see('Aerie could not read this source')
  // Away from the times, which would tell more while the page is looked at.
  await page.mouse.move(0, 0)
  await inOrder('not-a')
  assert.equal((await download(() => link('Download file').click())).name, 'not-a.pdf')
})

test('dropped files are uploaded, and existing ones are not added twice', async () => {
  await page.goBack()
  const dataTransfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text ?? ''], 'the-same-call.vtt'))
    return transfer
  }, files['call.vtt'])
  await page.dispatchEvent('body', 'dragenter', { dataTransfer })
  await see(`Drop to add to “${long}”`)
  await page.dispatchEvent('body', 'drop', { dataTransfer })
  await see('Already added', upload('the-same-call.vtt'))
  await link('Open call', upload('the-same-call.vtt')).click()
  await page.waitForURL('/projects/*/sources/*')
  await focusOn('call')
  await see('1:05')
})

test('text is added with the keyboard, and missing input is reported', async () => {
  await arrive(`/projects/${project.id}/sources?dialog=text`)
  const adding = dialog('Add text')
  await focusIn('input[name=title]')
  await press('Enter')
  await see('Enter a value', adding)
  await type('A letter')
  await press('Tab')
  await type('Dear all,\n\nthe price is fair.')
  await adding.getByLabel('Date').fill('2026-03-12')
  await adding.getByLabel('Tags').focus()
  await type('letters,spring')
  await press('Enter')
  await button('Add text', adding).press('Enter')
  await adding.waitFor({ state: 'detached' })
  await see('Ready', row('A letter'))
  await see('12 Mar 2026', row('A letter'))

  await button('Only with the tag letters', row('A letter')).click()
  await page.waitForURL(/tag=letters/)
  assert.deepEqual((await sources('letters'))[0]?.tags, ['letters', 'spring'])
  await row('survey').waitFor({ state: 'detached' })
  await button('With any tag').click()
  await row('survey').waitFor()
})

test('a search result opens the text at its place, and keys go from mention to mention', async () => {
  await page.getByRole('heading', { level: 1 }).focus()
  await press('/')
  await focusOn('Search all sources')
  await type('everyone price')
  await press('Enter')
  await page.waitForURL(/search\?q=everyone\+price/)
  const passages = page.getByRole('list', { name: 'Passages' })
  await passages.locator('mark', { hasText: 'price' }).first().waitFor()
  await inOrder(long)

  await link('interview', passages).first().focus()
  await press('Enter')
  await page.waitForURL(/sources\/.*at=/)
  const mention = page.locator('article mark', { hasText: /^price$/ }).first()
  await mention.waitFor()
  await focusIn('article mark')
  assert.ok(await mention.evaluate((mark) => mark.getBoundingClientRect().top > 100))
  // The names come by a call of their own.
  await mention.and(page.locator('[data-names]')).waitFor()
  assert.equal(await mention.getAttribute('data-names'), rightToLeft)

  await see('2 mentions')
  await press('j')
  await see('Mention 1 of 2')
  await press('j')
  await see('Mention 2 of 2')
  await page.waitForFunction(() => document.activeElement?.parentElement?.textContent === 'The price again.')
  await inOrder('interview')

  await page.getByRole('checkbox', { name: rightToLeft }).uncheck()
  await see('0 mentions')
  await page.getByRole('checkbox', { name: rightToLeft }).check()
})

test('words are found in a text, and Enter goes from match to match', async () => {
  await page.getByRole('heading', { level: 1 }).focus()
  await press('/')
  await focusOn('Find in this text')
  await type('day  299.')
  await see('1 found')
  await press('Enter')
  await see('1 of 1')
  await see('Day 299', page.getByRole('article'))
  await press('Escape')
  await type('nobody said this')
  await see('Not found')
})

test('a search is limited to a speaker and a kind, which the address holds', async () => {
  await arrive(`/projects/${project.id}/search?q=price`)
  const passages = page.getByRole('list', { name: 'Passages' })
  await passages
    .getByRole('definition')
    .filter({ hasText: /^The price$/ })
    .waitFor()
  await link('interview', passages).first().waitFor()
  await page.getByRole('textbox', { name: 'Speaker' }).fill('grace')
  await press('Enter')
  await page.waitForURL(/speaker=grace/)
  await link('interview', passages).first().waitFor({ state: 'detached' })
  await see('surprised us', passages)
  await see('1 passage')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('text')
  await page.waitForURL(/kind=text/)
  await see('Nothing matches “price”')
})

test('a source is edited and deleted', async () => {
  await arrive(`/projects/${project.id}/sources/${(await sources('letters'))[0]!.id}`)
  await button('Edit').click()
  const editing = dialog('Edit details')
  await editing.getByLabel('Author').fill('Grace Hopper')
  for (const place of [0, 1]) {
    await button('Add detail').click()
    await editing.getByLabel('Name').nth(place).fill('site')
    await editing.getByLabel('Value').nth(place).fill('Nordhafen')
  }
  await button('Save').click()
  await see('This name is already used above', editing)
  await button('Remove detail 2').click()
  await button('Save').click()
  await editing.waitFor({ state: 'detached' })
  await see('Nordhafen', page.getByRole('complementary'))

  await on.choose('More actions', 'Delete…')
  await see('its mentions in trackers', dialog())
  await button('Delete source').click()
  await page.waitForURL('/projects/*/sources')
  assert.deepEqual(await sources('letters'), [])
})
