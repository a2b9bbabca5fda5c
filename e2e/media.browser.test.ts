// Pages for people who asked for no motion, and pages on paper.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createInvoice, createPatient } from '#contract'
import { ownerOf } from './testing/node.ts'

const on = ownerOf()
const { accessible, arrive, focusOn } = on
let page: Page

let invoiceId: string | null
let patientId: string

before(async () => {
  page = on.page
  await page.addInitScript(recordMotion)
  await page.goto('/projects')
  const { client } = on
  patientId = (await client.call(createPatient, { givenName: 'Ada', familyName: 'Lovelace' })).id
  const lines = [{ description: 'Consultation', quantity: '1', unitPrice: '100', taxRate: '0' }]
  invoiceId = (await client.call(createInvoice, { patientId, lines })).id
})

/** Records what moves, in the document's `data-moved`. Runs in the browser. */
function recordMotion(): void {
  for (const kind of ['transitionrun', 'animationstart'])
    document.addEventListener(kind, ({ target }) => {
      document.documentElement.dataset.moved = `${kind} ${(target as Element).className}`
    })
}

test('nothing moves for people who asked for that', async () => {
  await arrive('/projects')
  await page.getByRole('button', { name: 'New project' }).first().hover()
  await page.getByRole('button', { name: 'New project' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill('Moved')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Moved' }).waitFor()
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog', { name: 'Search' }).waitFor()
  await page.keyboard.type('pat')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Account of' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Patients', exact: true }).click()
  await page.getByRole('link', { name: 'Lovelace' }).waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.dataset.moved), undefined)
  assert.deepEqual(await page.evaluate(() => document.getAnimations().length), 0)
})

test('the keyboard shortcuts open from the account menu, and above a dialog by “?”', async () => {
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await arrive('/projects')
  await page.getByRole('button', { name: 'Account of' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await help.getByText('First or last loaded row').waitFor()
  await accessible()
  await page.keyboard.press('?')
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'New project' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await dialog.getByLabel('Name').fill('Is it kept?')
  await dialog.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('?')
  await help.waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Is it kept?')
  await focusOn('Close')
})

test('paper shows the page alone, dark on light, without what can be pressed', async () => {
  for (const path of [
    `/billing/${invoiceId}`,
    `/patients/${patientId}/statement?from=2026-01-01`,
    '/billing',
  ]) {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await arrive(path)
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main :is(button, input, select):not(th *), nav, aside')]
        .filter((element) => element.checkVisibility())
        .map((element) => element.outerHTML),
    )
    assert.deepEqual(shown, [], path)
    const colors = await page.evaluate(() => {
      const { color, colorScheme } = getComputedStyle(document.querySelector('h1')!)
      return [color, colorScheme]
    })
    assert.deepEqual(colors, ['rgb(0, 0, 0)', 'light'], path)
  }
  await page.emulateMedia({ media: 'screen' })
})
