// Settings → Import and export: a file is matched, checked and imported, and lists are exported.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createImport, getImport, listPatients } from '#contract'
import { until } from '#testing'
import { ownerOf } from './testing/node.ts'

const on = ownerOf()
const { arrive, button, download, field, inOrder, link, option, press, see, type, wasRefused } = on
const path = '/settings/imports'

const clinic =
  'Patient No.;First name;Surname;Born;Insurance card;Notes\n' +
  '1001;Wilhelmina;Oberhuber;1971-05-17;A-77-1;Prefers mornings\n' +
  '1002;Ignatius;Quarles;1969-09-09;A-77-2;\n' +
  '1003;Ignatius;Quarles;1969-09-09;A-77-2;\n' +
  '1004;Ottilie;Vandersteen;17.05.1971;;\n'

const chooseFile = (text: string) =>
  field('File').setInputFiles({ name: 'patients.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a file is matched by name and by hand, checked, and imported', async () => {
  await arrive(path)
  await see('No imports yet')
  await inOrder('Import and export')
  await link('Import a file').click()
  await see('Choose a file, or drop it here')
  await inOrder('Import a file')
  await chooseFile(clinic)
  const match = (column: string) => on.page.getByRole('combobox', { name: `${column} is imported as` })
  await match('First name').waitFor()
  assert.equal(await match('First name').inputValue(), 'Given name')
  assert.equal(await match('Born').inputValue(), 'Date of birth')
  assert.equal(await match('Notes').inputValue(), '')
  await see('A-77-1 · A-77-2')

  await match('Insurance card').focus()
  await type('Identifier: ')
  await option('Identifier: Insurance card').waitFor()
  await press('Enter')
  await until(
    () => match('Insurance card').inputValue(),
    (value) => value === 'Identifier: Insurance card',
  )
  await inOrder('Import a file')
  await button('Check 4 rows').press('Enter')

  await see('2 would be skipped')
  await see('Enter a date such as 2026-01-31')
  await see(/Likely the same patient as Ignatius Quarles, born 1969-09-09 in row 3/)
  await inOrder('patients.csv')
  assert.equal((await on.client.call(listPatients, {})).data.length, 0)

  await button('Import 2 rows').press('Enter')
  await see('2 skipped')
  const { data } = await on.client.call(listPatients, { q: 'Oberhuber' })
  assert.deepEqual(data[0]?.identifiers, [{ system: 'Insurance card', value: 'A-77-1', use: 'usual' }])
  await inOrder('patients.csv')
  await link('Import and export').first().click()
  await see('Patients · dry run')
  await inOrder('Import and export')
})

test('a file that cannot be imported says why', async () => {
  await arrive(`${path}/new`)
  await chooseFile('id,id\n1,2\n')
  await see('Two columns are named id.')
  await inOrder('Import a file')
  await chooseFile('surname\nA\n')
  await button('Check 1 row').click()
  // The browser asks for the column that identifies rows.
  assert.ok(await button('Check 1 row').isVisible())
  await chooseFile('notes\nA\n')
  await on.page.getByRole('combobox', { name: 'Rows are identified by' }).click()
  await option('notes').click()
  await button('Check 1 row').click()
  await see('No column has')
  wasRefused(422)
})

test('one that runs shows its progress, and one that failed its reason', async () => {
  const file = new File(['sku,name,unit\nA,B,box\n'], 'items.csv')
  const { id: importId } = await on.client.call(createImport, { kind: 'items', file })
  const finished = await until(
    () => on.client.call(getImport, { importId }),
    ({ finishedAt }) => finishedAt !== null,
  )
  for (const [changes, text] of [
    [
      { status: 'running', finishedAt: null, progress: { done: 1200, total: 20000 } },
      'Importing: 1,200 of 20,000 rows',
    ],
    [{ status: 'failed', error: 'It was interrupted.' }, 'It was interrupted.'],
  ] as const) {
    await on.page.route(`**/api/imports/${importId}`, (route) =>
      route.fulfill({ json: { ...finished, ...changes } }),
    )
    await arrive(`${path}/${importId}`)
    await see(text)
    await inOrder('items.csv')
    await on.page.unrouteAll()
  }
})

test('exports are links to files', async () => {
  await arrive(path)
  const { name } = await download(() => link('Export patients as CSV').click())
  assert.equal(name, 'patients.csv')
})
