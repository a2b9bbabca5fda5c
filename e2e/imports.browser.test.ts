// Settings → Import and export: a file is matched, checked and imported; and the lists of imports, errors and exports.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createImport, getImport, listPatients } from '#contract'
import { until } from '#testing'
import { assertStates } from './testing/list-states.ts'
import { arrive, assertInOrder } from './testing/looks.ts'
import { clientOf, type Pages, signIn, startPages, withOwner } from './testing/pages.ts'

const path = '/settings/imports'
let pages: Pages
let page: Page

before(async () => {
  pages = await startPages(withOwner)
  page = await pages.open({ reducedMotion: 'reduce' })
  await signIn(page, path)
})
after(() => pages.close())
afterEach(() => assert.deepEqual(pages.complaints.splice(0), []))

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
  await assertInOrder(page, 'Import and export')
  await page.getByRole('link', { name: 'Import a file' }).click()
  await page.getByText('Choose a file, or drop it here').waitFor()
  await assertInOrder(page, 'Import a file')
  await choose(clinic)
  const field = (column: string) => page.getByRole('combobox', { name: `${column} is imported as` })
  await field('First name').waitFor()
  assert.equal(await field('First name').inputValue(), 'Given name')
  assert.equal(await field('Born').inputValue(), 'Date of birth')
  assert.equal(await field('Notes').inputValue(), '')
  await page.getByText('A-77-1 · A-77-2').waitFor()

  // By keyboard only.
  await field('Insurance card').focus()
  await page.keyboard.type('Identifier: ')
  await page.getByRole('option', { name: 'Identifier: Insurance card' }).waitFor()
  await page.keyboard.press('Enter')
  await until(
    () => field('Insurance card').inputValue(),
    (value) => value === 'Identifier: Insurance card',
  )
  await assertInOrder(page, 'Import a file')
  await page.getByRole('button', { name: 'Check 4 rows' }).press('Enter')

  await page.getByText('2 would be skipped').waitFor()
  await page.getByText('Enter a date such as 2026-01-31').waitFor()
  await page.getByText(/Likely the same patient as Ignatius Quarles, born 1969-09-09 in row 3/).waitFor()
  await assertInOrder(page, 'patients.csv')
  assert.equal((await (await clientOf(page)).call(listPatients, {})).data.length, 0)

  await page.getByRole('button', { name: 'Import 2 rows' }).press('Enter')
  await page.getByText('2 skipped').waitFor()
  const { data } = await (await clientOf(page)).call(listPatients, { q: 'Oberhuber' })
  assert.deepEqual(data[0]?.identifiers, [{ system: 'Insurance card', value: 'A-77-1', use: 'usual' }])
  await assertInOrder(page, 'patients.csv')
  await page.getByRole('link', { name: 'Import and export' }).first().click()
  await page.getByText('Patients · dry run').waitFor()
  await assertInOrder(page, 'Import and export')
})

test('a file that cannot be imported says why', async () => {
  await arrive(page, `${path}/new`)
  await choose('id,id\n1,2\n')
  await page.getByText('Two columns are named id.').waitFor()
  await assertInOrder(page, 'Import a file')
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
  const others = pages.complaints.splice(0).filter((line) => !line.includes('status of 422'))
  assert.deepEqual(others, [])
})

test('one that runs shows its progress, and one that failed its reason', async () => {
  const client = await clientOf(page)
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
    await arrive(page, `${path}/${importId}`)
  }
  await shown({ status: 'running', finishedAt: null, progress: { done: 1200, total: 20000 } })
  await page.getByText('Importing: 1,200 of 20,000 rows').waitFor()
  await assertInOrder(page, 'items.csv')
  await page.unrouteAll()
  await shown({ status: 'failed', error: 'The import was interrupted repeatedly.' })
  await page.getByText('The import was interrupted repeatedly.').waitFor()
  await assertInOrder(page, 'items.csv')
  await page.unrouteAll()
})

test('exports are links to files', async () => {
  await arrive(page, path)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export patients as CSV' }).click()
  assert.equal((await download).suggestedFilename(), 'patients.csv')
})

test('its list has all states', async () => {
  await assertStates(page, { label: 'Imports', path, api: '/api/imports', empty: 'No imports yet' })
  const others = pages.complaints.splice(0).filter((line) => !/status of 4\d\d/.test(line))
  assert.deepEqual(others, [])
})
