// The pages of skills, on one node and in one order: what a test makes is there for the next.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Client } from '#client'
import { createProject, createSource, getRun, getSource, listRuns, type Run } from '#contract'
import { until } from '#testing'
import { answering, type ModelEndpoint, startModelEndpoint } from '../server/insights/skills/testing/index.ts'
import { ownerOf } from './testing/node.ts'
import { clipboard } from './testing/pages.ts'

const on = ownerOf(async () => {
  endpoint = await startModelEndpoint()
  return { MODEL_URL: endpoint.url, MODEL_NAME: 'a-model', MODEL_PRICES: '1.25/5 USD' }
})
const { accessible, arrive, button, choose, dialog, download, field, focusIn, inOrder, link, option } = on
const { see, seeHeading, type, wasRefused } = on
let page: Page
let client: Client

const texts = [
  'The price is too high for a small team. Support answered within an hour and was very kind.',
  'We left because of the price. The support was wonderful, but the price went up every year.',
  'I love the support team. Nobody could explain the price to us, which was a terrible experience.',
]

let endpoint: ModelEndpoint
let projectId: string

before(async () => {
  page = on.page
  client = on.client
  projectId = (await client.call(createProject, { name: 'Churn' })).id
  for (const [at, text] of texts.entries()) {
    const source = { projectId, title: `Interview ${at + 1}`, text }
    const { id: sourceId } = await client.call(createSource, source)
    await until(
      () => client.call(getSource, { sourceId }),
      ({ status }) => status === 'ready',
    )
  }
})
after(() => endpoint.close())

/** The run on the page. */
const run = (): Promise<Run> =>
  client.call(getRun, { runId: new URL(page.url()).pathname.split('/').at(-1)! })
const result = () => page.getByRole('article', { name: 'Result' })

test('a skill is started on some sources and with a question, and watched to its end', async () => {
  await arrive(`/projects/${projectId}/skills`)
  await see('No runs yet')
  await button('Start Summarize').click()
  const form = dialog('Start Summarize')
  await focusIn('textarea')
  await type('What about the price?')
  for (const title of ['Interview 2', 'Interview 3']) {
    await form.getByRole('combobox', { name: 'Sources' }).fill(title.toLowerCase())
    await option(title).click()
  }
  await form.getByLabel('From').fill('2026-03-02')
  await form.getByLabel('To').fill('2026-03-01')
  await button('Start').click()
  await see('The last day is before the first', form)
  await focusIn('[name="input.to"][aria-invalid=true]')
  await form.getByLabel('From').fill('')
  await form.getByLabel('To').fill('')
  await button('Start').click()
  await page.waitForURL('/projects/*/runs/*')
  await see('Finished')
  await see('price', result())
  assert.equal((await run()).input.sourceIds?.length, 2)
  await see('“What about the price?”, 2 sources')
  await inOrder('Summarize')
})

test('a citation shows its quotation and links to its place in the source', async () => {
  const { output } = await run()
  const [first] = output!.citations
  const mark = link('Citation 1').first()
  await mark.hover()
  await see(/Interview [23]/, page.getByRole('tooltip').filter({ hasText: first!.quote }))

  await mark.press('Enter')
  await page.waitForURL(`/projects/${projectId}/sources/${first!.sourceId}?at=${first!.start}-${first!.end}`)
  await focusIn('article mark')
  assert.equal(await page.locator('article mark').first().textContent(), first!.quote)
  await page.goBack()
  await seeHeading('Sources cited')
  await page.goBack()
  await page.waitForURL(`/projects/${projectId}/skills`)
})

test('a run is listed in its project, and runs again with other inputs', async () => {
  const [before] = (await client.call(listRuns, { projectId })).data
  await link('Summarize', page.getByRole('table', { name: 'Runs' })).click()
  await link('Run again…').click()
  const form = dialog('Run Summarize again')
  assert.equal(await form.getByLabel('Question').inputValue(), 'What about the price?')
  for (const title of ['Interview 2', 'Interview 3']) await see(title, form)
  await form.getByLabel('Question').fill('How was the support?')
  await button('Start').click()
  await page.waitForURL((url) => url.pathname.includes('/runs/') && !url.pathname.endsWith(before!.id))
  await see('Finished')
})

test('a result is copied and downloaded as Markdown with its sources, and printed without menus', async () => {
  const { output, createdAt } = await run()
  await choose('More actions', 'Copy')
  await see(/^Copied$/)
  const copied = await clipboard(page)
  assert.ok(copied.startsWith(output!.markdown.slice(0, 40)))
  assert.match(copied, /\n## Sources\n\n1\. “.+” — Interview [23]\n/)

  const file = await download(() => choose('More actions', 'Download'))
  const day = new Intl.DateTimeFormat('en-CA').format(new Date(createdAt))
  assert.equal(file.name, `Summarize Churn ${day}.md`)
  assert.equal(await readFile(file.path, 'utf8'), copied)

  const menu = page.getByRole('menu', { name: 'More actions' })
  await button('More actions').click()
  await menu.getByRole('menuitem', { name: 'Print' }).waitFor()
  await accessible('body')
  await page.emulateMedia({ media: 'print' })
  await menu.waitFor({ state: 'hidden' })
  assert.ok(await result().isVisible())
  await page.emulateMedia({ media: null })
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await menu.getByRole('menuitem', { name: 'Print' }).click()
  await page.locator('[data-printed]').waitFor()
})

test('skills have titles and last runs, and start on the only project or on a chosen one', async () => {
  await arrive('/skills')
  const skill = (title: string) =>
    page.getByRole('list', { name: 'Skills' }).getByRole('listitem').filter({ hasText: title })
  await see('Not run yet', skill('Themes'))
  await see('Finished', skill('Summarize'))
  await button('Start Themes').click()
  const form = dialog('Start Themes')
  const project = form.getByRole('combobox', { name: 'Project' })
  await project.waitFor()
  assert.equal(await project.inputValue(), 'Churn')
  await accessible('body')
  await button('Cancel', form).click()
  await form.waitFor({ state: 'detached' })

  const { id: otherId } = await client.call(createProject, { name: 'Onboarding' })
  await arrive('/skills?dialog=start-themes')
  await project.and(page.locator(':focus')).waitFor()
  await button('Start').click()
  await see('Choose a project', form)
  await project.fill('onb')
  await option('Onboarding').click()
  await button('Start').click()
  await page.waitForURL(`/projects/${otherId}/runs/*`)
  await see('No ready source matches the input.')
  await inOrder('Themes')
  const { id: runId } = await run()

  await arrive('/skills')
  await see('Failed', skill('Themes'))
  await inOrder('Skills')
  await arrive(`/projects/${projectId}/skills`)
  await see('Not run yet', skill('Themes'))
  await inOrder('Churn')
  await arrive(`/projects/${otherId}/skills`)
  await skill('Themes').getByRole('link', { name: 'Last run' }).click()
  await page.waitForURL(`/projects/${otherId}/runs/${runId}`)
})

test('a long table scrolls within itself', async () => {
  await arrive(`/projects/${projectId}/skills?dialog=start-sentiment`)
  await button('Start').click()
  await page.waitForURL('/projects/*/runs/*')
  await see('Finished')
  await result().getByRole('table').first().waitFor()
  await inOrder('Sentiment')
})

test('an invalid custom skill is rejected with a reason, and a valid one is added', async () => {
  await arrive('/skills?dialog=new')
  const form = dialog('Add skill')
  const content = field('SKILL.md', form)
  await content.fill('---\nname: Objections\n---\nList them.')
  await button('Add skill', form).click()
  await focusIn('textarea[aria-invalid=true]')
  wasRefused(422)
  await content.fill('---\nname: objections\ndescription: What speaks against buying.\n---\nList them.')
  await button('Add skill', form).click()
  await see('“Objections” has been added')
  await see('What speaks against buying.')
  await inOrder('Skills')
})

test('a run shows its progress live and can be canceled', async () => {
  endpoint.reply('hang')
  await arrive(`/projects/${projectId}/skills`)
  await button('Start Objections').click()
  await focusIn('textarea')
  await button('Start').click()
  await page.waitForURL('/projects/*/runs/*')
  await see('Reading passages')
  // Nothing has been read, so it has no width.
  await page.getByRole('progressbar', { name: 'Progress of the run' }).waitFor({ state: 'attached' })
  await inOrder('Objections')
  await button('Cancel run').click()
  await see('No result')
  assert.equal((await run()).status, 'canceled')
  await inOrder('Objections')
})

test('a failed run says why, and another attempt shows its quotations and what it cost', async () => {
  endpoint.reply({ status: 401, body: '{"error":{"message":"The quota is used up"}}' })
  await button('Try again').click()
  await see('The model’s endpoint rejected the configured key.')
  await see('The endpoint’s message: The quota is used up')
  await inOrder('Objections')

  const passage = 'We left because of the price.'
  const findings = [{ claim: 'Price drives people away.', quotes: [passage] }]
  endpoint.reply(answering({ find: () => JSON.stringify({ findings }) }))
  await button('Try again').click()
  await see('Finished')
  await see('Price drives people away.', result())
  await see(`“${passage}”`, page.getByRole('list'))
  const fact = (name: string) => page.getByRole('main').locator('dl > div').filter({ hasText: name })
  await see('3 of 3', fact('Passages read'))
  await see('a-model', fact('Model'))
  await see('$0.000675', fact('Cost'))
  await inOrder('Objections')
})

test('a skill is deleted, and its runs stay', async () => {
  await arrive('/skills')
  await button('Delete Objections').click()
  await button('Delete skill', dialog('Delete “Objections”?')).click()
  await see('“Objections” is deleted')
  await button('Delete Objections').waitFor({ state: 'detached' })
})
