// Settings → Import and export: a file is matched, checked and imported; and the lists of imports, errors and exports.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createImport, getImport, listPatients } from '#contract'
import { until } from '#testing'
import { ownerOf } from './testing/node.ts'

const on = ownerOf()
const { arrive, inOrder } = on
let page: Page

const path = '/settings/imports'

before(async () => {
  page = on.page
  await page.goto(path)
})

const clinic =
  'Patient No.;First name;Surname;Born;Insurance card;Notes\n' +
  '1001;Wilhelmina;Oberhuber;1971-05-17;A-77-1;Prefers mornings\n' +
  '1002;Ignatius;Quarles;1969-09-09;A-77-2;\n' +
  '1003;Ignatius;Quarles;1969-09-09;A-77-2;\n' +
  '1004;Ottilie;Vandersteen;17.05.1971;;\n'

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const choose = (text: string, name = 'patients.csv') =>
  page.getByLabel('File', { exact: true }).setInputFiles(fileOf(name, text))

test('a file is matched by name and by hand, checked, and imported', async () => {
  await page.getByText('No imports yet').waitFor()
  await inOrder('Import and export')
  await page.getByRole('link', { name: 'Import a file' }).click()
  await page.getByText('Choose a file, or drop it here').waitFor()
  await inOrder('Import a file')
  await choose(clinic)
  const field = (column: string) => page.getByRole('combobox', { name: `${column} is imported as` })
  await field('First name').waitFor()
  assert.equal(await field('First name').inputValue(), 'Given name')
  assert.equal(await field('Born').inputValue(), 'Date of birth')
  assert.equal(await field('Notes').inputValue(), '')
  await page.getByText('A-77-1 · A-77-2').waitFor()

  // By keyboard only.
  await field('Insurance card').focus()
  await type('Identifier: ')
  await page.getByRole('option', { name: 'Identifier: Insurance card' }).waitFor()
  await press('Enter')
  await until(
    () => field('Insurance card').inputValue(),
    (value) => value === 'Identifier: Insurance card',
  )
  await inOrder('Import a file')
  await page.getByRole('button', { name: 'Check 4 rows' }).press('Enter')

  await page.getByText('2 would be skipped').waitFor()
  await page.getByText('Enter a date such as 2026-01-31').waitFor()
  await page.getByText(/Likely the same patient as Ignatius Quarles, born 1969-09-09 in row 3/).waitFor()
  await inOrder('patients.csv')
  assert.equal((await on.client.call(listPatients, {})).data.length, 0)

  await page.getByRole('button', { name: 'Import 2 rows' }).press('Enter')
  await page.getByText('2 skipped').waitFor()
  const { data } = await on.client.call(listPatients, { q: 'Oberhuber' })
  assert.deepEqual(data[0]?.identifiers, [{ system: 'Insurance card', value: 'A-77-1', use: 'usual' }])
  await inOrder('patients.csv')
  await page.getByRole('link', { name: 'Import and export' }).first().click()
  await page.getByText('Patients · dry run').waitFor()
  await inOrder('Import and export')
})

test('a file that cannot be imported says why', async () => {
  await arrive(`${path}/new`)
  await choose('id,id\n1,2\n')
  await page.getByText('Two columns are named id.').waitFor()
  await inOrder('Import a file')
  await choose('surname\nA\n')
  const check = page.getByRole('button', { name: 'Check 1 row' })
  await check.click()
  // The browser asks for the column that identifies rows.
  assert.ok(await check.isVisible())
  await choose('notes\nA\n')
  await page.getByRole('combobox', { name: 'Rows are identified by' }).click()
  await page.getByRole('option', { name: 'notes' }).click()
  await check.click()
  await page.getByText('Match a column with').or(page.getByText('No column has')).first().waitFor()
  const others = on.pages.complaints.splice(0).filter((line) => !line.includes('status of 422'))
  assert.deepEqual(others, [])
})

test('one that runs shows its progress, and one that failed its reason', async () => {
  const { client } = on
  const file = new File(['sku,name,unit\nA,B,box\n'], 'items.csv')
  const { id: importId } = await client.call(createImport, { kind: 'items', file })
  const found = await until(
    () => client.call(getImport, { importId }),
    ({ finishedAt }) => finishedAt !== null,
  )
  const shown = async (changes: object) => {
    await page.route(`**/api/imports/${importId}`, (route) =>
      route.fulfill({ json: { ...found, ...changes } }),
    )
    await arrive(`${path}/${importId}`)
  }
  await shown({ status: 'running', finishedAt: null, progress: { done: 1200, total: 20000 } })
  await page.getByText('Importing: 1,200 of 20,000 rows').waitFor()
  await inOrder('items.csv')
  await page.unrouteAll()
  await shown({ status: 'failed', error: 'The import was interrupted repeatedly.' })
  await page.getByText('The import was interrupted repeatedly.').waitFor()
  await inOrder('items.csv')
  await page.unrouteAll()
})

test('exports are links to files', async () => {
  await arrive(path)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export patients as CSV' }).click()
  assert.equal((await download).suggestedFilename(), 'patients.csv')
})
