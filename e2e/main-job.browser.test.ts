// The main job, from an empty folder to a script that works and one that is refused: everything as a person does it.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { type NodeProcess, startNodeProcess } from '#testing'
import { clipboard, owner, type Pages, pagesAt } from './testing/pages.ts'

let node: NodeProcess
let pages: Pages
before(async () => {
  node = await startNodeProcess({ BASE_URL: '' })
  pages = pagesAt(node.url)
})
after(async () => {
  await pages.close()
  await node.remove()
})

/** Calls the API by curl, as a script would. */
async function curl(
  token: string,
  path: string,
  ...args: string[]
): Promise<{ status: number; body: string }> {
  const { stdout } = await promisify(execFile)('curl', [
    ...['--silent', '--show-error', '--max-time', '60', '--write-out', '\n%{http_code}'],
    ...['--header', `Authorization: Bearer ${token}`, ...args, node.url + path],
  ])
  const end = stdout.lastIndexOf('\n')
  return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) }
}

test('someone sets Aerie up, gives a script a key, and takes it away again', async (t) => {
  const page = await pages.open({ reducedMotion: 'no-preference' })
  const row = page.getByRole('row', { name: 'Nightly export' })
  let token = ''

  await t.test('the first visitor becomes the owner', async () => {
    await page.goto('/')
    await page.getByLabel('Your name').fill(owner.name)
    await page.getByLabel('Email address').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
  })

  await t.test('says what Aerie is for, and starts with the first step', async () => {
    await page.getByLabel('What is your organisation called?').fill('Harbor Research')
    await page.getByRole('radio', { name: 'Insights' }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    const navigation = page.getByRole('navigation')
    await navigation.getByText('Harbor Research').waitFor()
    await navigation.getByRole('link', { name: 'Billing' }).waitFor({ state: 'detached' })
    await page.getByText('1 of 7 done').waitFor()
    await page.getByRole('link', { name: 'Create a project' }).click()
  })

  await t.test('makes a project', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Interviews 2026')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByRole('heading', { name: 'Interviews 2026' }).waitFor()
  })

  await t.test('makes a key, from the entry in the account menu, and copies its token', async () => {
    await page.getByRole('button', { name: owner.name }).click()
    await page.getByRole('menuitem', { name: 'API keys' }).click()
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Nightly export')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('button', { name: 'Copy token' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    token = await clipboard(page)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await row.getByText('Never used').waitFor()
  })

  await t.test('a script reads and writes with it', async () => {
    const read = await curl(token, '/api/projects')
    assert.equal(read.status, 200)
    assert.equal(JSON.parse(read.body).data[0].name, 'Interviews 2026')

    const json = ['--header', 'Content-Type: application/json', '--data', '{"name":"Made by a script"}']
    assert.equal((await curl(token, '/api/projects', ...json)).status, 201)
  })

  await t.test('the page shows that the key was used, and what it made', async () => {
    await row.getByText('Never used').waitFor({ state: 'detached' })
    await page.getByRole('navigation').getByRole('link', { name: 'Projects' }).click()
    await page.getByRole('link', { name: 'Made by a script' }).waitFor()
  })

  await t.test('revokes it, and the script is refused', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'API keys' }).click()
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
    await row.getByText('Revoked', { exact: true }).waitFor()
    assert.equal((await curl(token, '/api/projects')).status, 401)
  })

  await t.test('finds the key and what it made in the audit log', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Audit log' }).click()
    const entries = page.getByRole('row').filter({ hasText: 'Nightly export' })
    await entries.nth(2).waitFor()
    const [revoked, made, created, ...others] = await entries.allInnerTexts()
    assert.match(revoked ?? '', /revoke/i)
    assert.match(made ?? '', /Made by a script/)
    assert.match(created ?? '', /create/i)
    assert.deepEqual(others, [])
  })

  assert.deepEqual(pages.complaints, [])
  assert.ok(!node.output().includes(token.slice(13)), 'the token is in the log')
})
