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
const { accessible, arrive, button, dialog, focusIn, inOrder, seeHeading, type, wasRefused } = on
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
  await page.goto('/skills')
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
after(() => endpoint.close())

/** The run on the page. */
const run = (): Promise<Run> =>
  client.call(getRun, { runId: new URL(page.url()).pathname.split('/').at(-1)! })
const result = () => page.getByRole('article', { name: 'Result' })
const see = (text: string | RegExp) => page.getByRole('main').getByText(text).first().waitFor()

test('a skill is started on some sources and with a question, and watched to its end', async () => {
  await arrive(`/projects/${projectId}/skills`)
  await see('No runs yet')
  await button('Start Summarize').click()
  const form = dialog('Start Summarize')
  await focusIn('textarea')
  await type('What about the price?')
  await form.getByRole('combobox', { name: 'Sources' }).fill('interview 2')
  await page.getByRole('option').filter({ hasText: 'Interview 2' }).click()
  await form.getByRole('combobox', { name: 'Sources' }).fill('interview 3')
  await page.getByRole('option').filter({ hasText: 'Interview 3' }).click()
  await form.getByLabel('From').fill('2026-03-02')
  await form.getByLabel('To').fill('2026-03-01')
  await button('Start').click()
  await form.getByText('The last day is before the first').waitFor()
  await focusIn('[name="input.to"][aria-invalid=true]')
  await form.getByLabel('From').fill('')
  await form.getByLabel('To').fill('')
  await button('Start').click()
  await page.waitForURL('/projects/*/runs/*')
  await see('Finished')
  await result().getByText('price').first().waitFor()
  assert.equal((await run()).input.sourceIds?.length, 2)
  await see('“What about the price?”, 2 sources')
  await inOrder('Summarize')
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
  await focusIn('article mark')
  assert.equal(await page.locator('article mark').first().textContent(), first!.quote)
  await page.goBack()
  await seeHeading('Sources cited')
  await page.goBack()
  await page.waitForURL(`/projects/${projectId}/skills`)
})

test('a run is listed in its project, and runs again with other inputs', async () => {
  const [before] = (await client.call(listRuns, { projectId })).data
  await page.getByRole('table', { name: 'Runs' }).getByRole('link', { name: 'Summarize' }).click()
  await page.getByRole('link', { name: 'Run again…' }).click()
  const form = dialog('Run Summarize again')
  assert.equal(await form.getByLabel('Question').inputValue(), 'What about the price?')
  for (const title of ['Interview 2', 'Interview 3']) await form.getByText(title, { exact: true }).waitFor()
  await form.getByLabel('Question').fill('How was the support?')
  await button('Start').click()
  await page.waitForURL((url) => url.pathname.includes('/runs/') && !url.pathname.endsWith(before!.id))
  await see('Finished')
})

test('a result is copied and downloaded as Markdown with its sources, and printed without menus', async () => {
  const { output, createdAt } = await run()
  const menu = page.getByRole('menu', { name: 'More actions' })
  await button('More actions').click()
  await menu.getByRole('menuitem', { name: 'Copy' }).click()
  await page.getByText('Copied', { exact: true }).waitFor()
  const copied = await clipboard(page)
  assert.ok(copied.startsWith(output!.markdown.slice(0, 40)))
  assert.match(copied, /\n## Sources\n\n1\. “.+” — Interview [23]\n/)

  await button('More actions').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    menu.getByRole('menuitem', { name: 'Download' }).click(),
  ])
  assert.equal(
    download.suggestedFilename(),
    `Summarize Churn ${new Intl.DateTimeFormat('en-CA').format(new Date(createdAt))}.md`,
  )
  assert.equal(await readFile(await download.path(), 'utf8'), copied)

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
  await skill('Themes').getByText('Not run yet').waitFor()
  await skill('Summarize').getByText('Finished').waitFor()
  await button('Start Themes').click()
  const form = dialog('Start Themes')
  const project = form.getByRole('combobox', { name: 'Project' })
  await project.waitFor()
  assert.equal(await project.inputValue(), 'Churn')
  await accessible('body')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await form.waitFor({ state: 'detached' })

  const { id: otherId } = await client.call(createProject, { name: 'Onboarding' })
  await arrive('/skills?dialog=start-themes')
  await project.and(page.locator(':focus')).waitFor()
  await button('Start').click()
  await form.getByText('Choose a project').waitFor()
  await project.fill('onb')
  await page.getByRole('option', { name: 'Onboarding' }).click()
  await button('Start').click()
  await page.waitForURL(`/projects/${otherId}/runs/*`)
  await see('No ready source matches the input.')
  await inOrder('Themes')
  const { id: runId } = await run()

  await arrive('/skills')
  await skill('Themes').getByText('Failed').waitFor()
  await inOrder('Skills')
  await arrive(`/projects/${projectId}/skills`)
  await skill('Themes').getByText('Not run yet').waitFor()
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
  const content = form.getByRole('textbox', { name: 'SKILL.md' })
  await content.fill('---\nname: Objections\n---\nList them.')
  await form.getByRole('button', { name: 'Add skill' }).click()
  await focusIn('textarea[aria-invalid=true]')
  wasRefused(422)
  await content.fill('---\nname: objections\ndescription: What speaks against buying.\n---\nList them.')
  await form.getByRole('button', { name: 'Add skill' }).click()
  await page.getByText('“Objections” has been added').waitFor()
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

test('a failed run says why, and invented quotations are not shown', async () => {
  endpoint.reply({ status: 401, body: '{"error":{"message":"The quota is used up"}}' })
  await button('Try again').click()
  await see('The model’s endpoint rejected the configured key.')
  await see('The endpoint’s message: The quota is used up')
  await inOrder('Objections')

  const passage = 'We left because of the price.'
  const findings = [
    { claim: 'Price drives people away.', quotes: [passage] },
    { claim: 'Everyone is happy.', quotes: ['Everyone is happy here.'] },
  ]
  endpoint.reply(answering({ find: () => JSON.stringify({ findings }) }))
  await button('Try again').click()
  await see('Finished')
  await see('Price drives people away.', result())
  assert.equal(await page.getByText('Everyone is happy').count(), 0)
  await page.getByRole('list').getByText(`“${passage}”`).waitFor()
  const fact = (name: string) => page.getByRole('main').locator('dl > div').filter({ hasText: name })
  await fact('Passages read').getByText('3 of 3').waitFor()
  await fact('Model').getByText('a-model').waitFor()
  await fact('Cost').getByText('$0.000675').waitFor()
  await inOrder('Objections')
})

test('a skill is deleted, and its runs stay', async () => {
  await arrive('/skills')
  await button('Delete Objections').click()
  await dialog('Delete “Objections”?').getByRole('button', { name: 'Delete skill' }).click()
  await page.getByText('“Objections” is deleted').waitFor()
  await button('Delete Objections').waitFor({ state: 'detached' })
})
