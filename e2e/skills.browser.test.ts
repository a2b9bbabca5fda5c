// The pages of skills, on one node and in one order: what a test makes is there for the next.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Client } from '#client'
import { createProject, createSource, getRun, getSource, listRuns, type Run } from '#contract'
import { until } from '#testing'
import { answering, type ModelEndpoint, startModelEndpoint } from '../server/insights/skills/testing/index.ts'
import { assertStates } from './testing/list-states.ts'
import { arrive, assertInOrder } from './testing/looks.ts'
import { clientOf, type Pages, signIn, startPages, withOwner } from './testing/pages.ts'

const texts = [
  'The price is too high for a small team. Support answered within an hour and was very kind.',
  'We left because of the price. The support was wonderful, but the price went up every year.',
  'I love the support team. Nobody could explain the price to us, which was a terrible experience.',
]

let endpoint: ModelEndpoint
let pages: Pages
let page: Page
let client: Client
let projectId: string

before(async () => {
  endpoint = await startModelEndpoint()
  pages = await startPages({
    ...withOwner,
    MODEL_URL: endpoint.url,
    MODEL_NAME: 'a-model',
    MODEL_PRICES: '1.25/5 USD',
  })
  page = await pages.open({ reducedMotion: 'reduce' })
  await signIn(page, '/skills')
  client = await clientOf(page)
  projectId = (await client.call(createProject, { name: 'Churn' })).id
  for (const [at, text] of texts.entries()) {
    const { id: sourceId } = await client.call(createSource, {
      projectId,
      title: `Interview ${at + 1}`,
      text,
    })
    await until(
      () => client.call(getSource, { sourceId }),
      ({ status }) => status === 'ready',
    )
  }
})
after(async () => {
  await pages.close()
  await endpoint.close()
})
afterEach(() => assert.deepEqual(pages.complaints.splice(0), []))

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })

/** Drops the console messages about requests that the test expects to fail. */
function wasRefused(status: number): void {
  const others = pages.complaints.filter((line) => !line.includes(`status of ${status}`))
  assert.notEqual(others.length, pages.complaints.length)
  pages.complaints.splice(0, Infinity, ...others)
}

/** The run on the page. */
const run = (): Promise<Run> =>
  client.call(getRun, { runId: new URL(page.url()).pathname.split('/').at(-1)! })
const result = () => page.getByRole('article', { name: 'Result' })
const see = (text: string | RegExp) => page.getByRole('main').getByText(text).first().waitFor()

test('a skill is started on some sources and with a question, and watched to its end', async () => {
  await arrive(page, `/projects/${projectId}/skills`)
  await see('No runs yet')
  await button('Start summarize').click()
  const form = dialog('Start summarize')
  await page.waitForFunction(() => document.activeElement?.matches('textarea'))
  await page.keyboard.type('What about the price?')
  await form.getByRole('combobox', { name: 'Sources' }).fill('interview 2')
  await page.getByRole('option').filter({ hasText: 'Interview 2' }).click()
  await form.getByRole('combobox', { name: 'Sources' }).fill('interview 3')
  await page.getByRole('option').filter({ hasText: 'Interview 3' }).click()
  await form.getByLabel('From').fill('2026-03-02')
  await form.getByLabel('To').fill('2026-03-01')
  await button('Start').click()
  await form.getByText('The last day is before the first').waitFor()
  await page.waitForFunction(() => document.activeElement?.matches('[name="input.to"][aria-invalid=true]'))
  await form.getByLabel('From').fill('')
  await form.getByLabel('To').fill('')
  await button('Start').click()
  await page.waitForURL('/projects/*/runs/*')
  await see('Finished')
  await result().getByText('price').first().waitFor()
  assert.equal((await run()).input.sourceIds?.length, 2)
  await see('“What about the price?”, 2 sources')
  await assertInOrder(page, 'summarize')
})

test('a citation shows its quotation and links to its place in the source', async () => {
  const { output } = await run()
  const [first] = output!.citations
  const mark = page.getByRole('link', { name: 'Citation 1', exact: true }).first()
  await mark.hover()
  const quoted = page.getByRole('tooltip').filter({ hasText: first!.quote })
  await quoted.getByText(/Interview [23]/).waitFor()

  await mark.press('Enter')
  await page.waitForURL(`/projects/${projectId}/sources/${first!.sourceId}?at=${first!.start}-${first!.end}`)
  await page.waitForFunction(() => document.activeElement?.matches('article mark'))
  assert.equal(await page.locator('article mark').first().textContent(), first!.quote)
  await page.goBack()
  await page.getByRole('heading', { name: 'Sources cited' }).waitFor()
  await page.goBack()
  await page.waitForURL(`/projects/${projectId}/skills`)
})

test('a run is listed in its project and can be run again', async () => {
  const { data } = await client.call(listRuns, { projectId })
  await page.getByRole('table', { name: 'Runs' }).getByRole('link', { name: 'summarize' }).click()
  await button('Run again').click()
  await page.waitForURL((url) => url.pathname.includes('/runs/') && !url.pathname.endsWith(data[0]!.id))
  await see('Finished')
  assert.equal((await run()).retryOf, data[0]!.id)
})

test('a long table scrolls within itself', async () => {
  await arrive(page, `/projects/${projectId}/skills?dialog=start-sentiment`)
  await button('Start').click()
  await page.waitForURL('/projects/*/runs/*')
  await see('Finished')
  await result().getByRole('table').first().waitFor()
  await assertInOrder(page, 'sentiment')
})

test('an invalid custom skill is rejected with a reason, and a valid one is added', async () => {
  await arrive(page, '/skills?dialog=new')
  const form = dialog('Add skill')
  const content = form.getByRole('textbox', { name: 'SKILL.md' })
  await content.fill('---\nname: Objections\n---\nList them.')
  await form.getByRole('button', { name: 'Add skill' }).click()
  await page.waitForFunction(() => document.activeElement?.matches('textarea[aria-invalid=true]'))
  wasRefused(422)
  await content.fill('---\nname: objections\ndescription: What speaks against buying.\n---\nList them.')
  await form.getByRole('button', { name: 'Add skill' }).click()
  await page.getByText('“objections” has been added').waitFor()
  await see('What speaks against buying.')
  await assertInOrder(page, 'Skills')
})

test('a run shows its progress live and can be canceled', async () => {
  endpoint.reply('hang')
  await arrive(page, `/projects/${projectId}/skills`)
  await button('Start objections').click()
  await page.waitForFunction(() => document.activeElement?.matches('textarea'))
  await button('Start').click()
  await page.waitForURL('/projects/*/runs/*')
  await see('Reading passages')
  // Nothing has been read, so it has no width.
  await page.getByRole('progressbar', { name: 'Progress of the run' }).waitFor({ state: 'attached' })
  await assertInOrder(page, 'objections')
  await button('Cancel run').click()
  await see('No result')
  assert.equal((await run()).status, 'canceled')
  await assertInOrder(page, 'objections')
})

test('a failed run says why, and invented quotations are not shown', async () => {
  endpoint.reply({ status: 401, body: '{"error":{"message":"The quota is used up"}}' })
  await button('Try again').click()
  await see('The model’s endpoint rejected the configured key.')
  await see('The endpoint’s message: The quota is used up')
  await assertInOrder(page, 'objections')

  const passage = 'We left because of the price.'
  const findings = [
    { claim: 'Price drives people away.', quotes: [passage] },
    { claim: 'Everyone is happy.', quotes: ['Everyone is happy here.'] },
  ]
  endpoint.reply(answering({ find: () => JSON.stringify({ findings }) }))
  await button('Try again').click()
  await see('Finished')
  await result().getByText('Price drives people away.').waitFor()
  assert.equal(await page.getByText('Everyone is happy').count(), 0)
  await page.getByRole('list').getByText(`“${passage}”`).waitFor()
  const fact = (name: string) => page.getByRole('main').locator('dl > div').filter({ hasText: name })
  await fact('Passages read').getByText('3 of 3').waitFor()
  await fact('Model').getByText('a-model').waitFor()
  await fact('Cost').getByText('$0.000675').waitFor()
  await assertInOrder(page, 'objections')
})

test('a skill is deleted, and its runs stay', async () => {
  await arrive(page, '/skills')
  await button('Delete objections').click()
  await dialog('Delete “objections”?').getByRole('button', { name: 'Delete skill' }).click()
  await page.getByText('“objections” is deleted').waitFor()
  await button('Delete objections').waitFor({ state: 'detached' })
  assert.ok((await client.call(listRuns, { projectId, skill: 'objections' })).data.length > 0)
})

test('the list of runs says whether it loads, failed or is empty', async () => {
  await assertStates(page, {
    label: 'Runs',
    path: `/projects/${projectId}/skills`,
    api: '/api/skill-runs',
    empty: 'No runs yet',
  })
  wasRefused(403)
})
