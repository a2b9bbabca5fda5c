// Where the focus is when a dialog opens, whose code is only loaded then.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createProject, createSource } from '#contract'
import { clientOf, type Pages, signIn, startPages, withOwner } from './testing/pages.ts'

let pages: Pages
let page: Page
let source: string

before(async () => {
  pages = await startPages(withOwner)
  page = await pages.open()
  await signIn(page, '/projects')
  const client = await clientOf(page)
  const { id: projectId } = await client.call(createProject, { name: 'Interviews' })
  const { id } = await client.call(createSource, { projectId, title: 'A call', text: 'Hello.' })
  source = `/projects/${projectId}/sources/${id}`
})
after(() => pages.close())

test('the first field of a dialog has the focus, and then its button again', async () => {
  await page.goto(source)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit details' })
  await dialog.getByLabel('Title', { exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(await page.locator(':focus').textContent(), 'Edit')
})

test('a dialog that loads its form focuses the first field', async () => {
  await page.goto('/settings/api-keys')
  await page.getByRole('button', { name: 'New API key' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor()
})
