// The pages of patients, on one node and in one order: each test builds on the records of those before.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Client } from '#client'
import { createInvoice, createPatient, getPatient, listNotDuplicates, type Patient } from '#contract'
import { ownerOf } from './testing/node.ts'

const on = ownerOf()
const { arrive, button, command, dialog, field, focusIn, focusOn, gone, inOrder, keepEditing, link } = on
const { option, press, row, see, type, wasRefused } = on
let page: Page
let client: Client

const long = 'Maximiliane-Alexandra Donaudampfschifffahrtsgesellschaftskapitänswitwe-Hohenlohe'
const rightToLeft = 'محمد عبد الرحمن الأنصاري'

/** The same person twice: created in the first test, and again later. */
let anna: Patient
let ana: Patient

before(async () => {
  page = on.page
  client = on.client
  for (const familyName of [long, rightToLeft, 'Ivanov']) {
    const identifiers = [{ system: 'urn:oid:2.16.840.1.113883.4.1', value: `${familyName}-1` }]
    await client.call(createPatient, { familyName, identifiers })
  }
})

test('a patient is created with the keyboard', async () => {
  await arrive('/patients')
  await command('new pat')
  await focusIn('input[name=givenName]')
  await type('Anna')
  await press('Tab')
  await type('Weber')
  await field('Date of birth').fill('1980-03-12')
  await field('Phone').fill('+49 40 123456')
  await button('Add identifier').press('Enter')
  await focusIn('[name="identifiers.0.system"]')
  await type('insurance')
  await press('Tab')
  await type('A123')
  // Opens the list, so that typing selects in it.
  await page.getByRole('combobox', { name: 'Country' }).click()
  await option('Albania').waitFor()
  await type('germ')
  await page.locator('[role=option][data-combobox-selected]', { hasText: 'Germany' }).waitFor()
  await press('Enter')
  await field('Email address').fill('anna@')
  await press('Enter')

  await see('Enter an email address')
  await focusIn('[name=email]')
  await press('End')
  await type('example.com')
  await press('Enter')
  await page.waitForURL('/patients/*-*')
  await focusOn('Anna Weber')
  anna = await client.call(getPatient, { patientId: page.url().split('/').at(-1) ?? '' })
  assert.equal(anna.address.country, 'DE')
  assert.deepEqual(anna.identifiers, [{ system: 'insurance', value: 'A123', use: 'usual' }])
})

test('a misspelt patient is found and opened with the keyboard', async () => {
  await arrive('/patients')
  await press('/')
  await focusOn('Search patients')
  await type('Ana Weeber')
  await page.waitForURL('/patients?q=Ana+Weeber')
  await gone(rightToLeft)
  await link('Anna Weber').waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await press('ArrowDown')
  await focusOn('Anna Weber')
  await press('Enter')
  await page.waitForURL(`/patients/${anna.id}`)
  await page.goBack()
  await page.waitForURL('/patients?q=Ana+Weeber')
})

test('text typed while a search starts is not lost', async () => {
  await arrive('/patients')
  await page.getByRole('searchbox', { name: 'Search patients' }).focus()
  // Between the address and the page, which follows it: typed faster than a test can.
  await page.evaluate(() => {
    const { replaceState } = history
    history.replaceState = (...state) => {
      replaceState.apply(history, state)
      if (!location.search) return
      history.replaceState = replaceState
      document.execCommand('insertText', false, 'b')
    }
  })
  await Promise.all([page.waitForURL('/patients?q=a'), type('a')])
  await type('c')
  await page.waitForURL('/patients?q=abc')
})

test('a patient who may already have a record is shown while creating another', async () => {
  await arrive('/patients?dialog=new')
  await field('Given name').fill('Ana')
  await field('Family name').fill('Weber')
  await field('Date of birth').fill('1980-03-12')
  await see('Possible duplicates')
  await link('Anna Weber', dialog('New patient')).click()
  await button('Leave').click()
  await page.waitForURL(`/patients/${anna.id}`)
})

test('two records of one person are compared and merged, with a choice for each field', async () => {
  ana = await client.call(createPatient, {
    givenName: 'Ana',
    familyName: 'Weber',
    birthDate: '1980-03-12',
    phone: '+49 40 654321',
    email: 'ana@example.org',
    identifiers: [{ system: 'insurance', value: 'A123' }],
  })
  await client.call(createInvoice, {
    patientId: ana.id,
    lines: [{ description: 'Consultation', quantity: '1', unitPrice: '50' }],
    draft: true,
  })
  await arrive(`/patients/${ana.id}`)
  await see('Same insurance identifier')
  await link('Compare and merge: Ana Weber and Anna Weber').click()

  // Anna's is the better record to keep.
  await page.waitForURL(`/patients/merge?sourceId=${anna.id}&targetId=${ana.id}`)
  await button('Merge into Ana Weber').waitFor()
  await button('Swap records').click()
  await page.waitForURL(`/patients/merge?sourceId=${ana.id}&targetId=${anna.id}`)
  await button('Merge into Anna Weber').waitFor()
  await see('1 invoice moves to the record you keep.')

  const name = page.getByRole('radiogroup', { name: /Given name/ })
  await name.getByLabel('Keep: Anna').focus()
  await press('ArrowRight')
  assert.ok(await name.getByLabel('Merge into it: Ana').isChecked())
  await press('ArrowLeft')

  await page.getByRole('radiogroup', { name: /Email/ }).getByLabel('Another value').check()
  await field('Email address to keep').fill('anna@')
  await button('Merge into Anna Weber').click()
  await see('Enter an email address')
  await focusOn('Email address to keep')
  await field('Email address to keep').fill('anna@example.org')
  await page.getByRole('radiogroup', { name: /Phone/ }).getByLabel('Merge into it').check()
  await inOrder('Merge two records')

  await keepEditing(() => link('Projects').click())
  await field('Reason').fill('The same insurance card')
  await button('Swap records').click()
  await button('Merge into Ana Weber').waitFor()
  await button('Swap records').click()
  await button('Merge into Anna Weber').waitFor()
  // The same page, for two others.
  await keepEditing(() => command('merge two'))
  await button('Merge into Anna Weber').click()
  await page.waitForURL('/patients/merges/*')
  await focusOn('Ana Weber into Anna Weber')

  const { phone, email } = await client.call(getPatient, { patientId: anna.id })
  assert.deepEqual({ phone, email }, { phone: ana.phone, email: 'anna@example.org' })
})

test('a merge shows what happened, links from the merged record to the kept one, and is undone', async () => {
  await see('The same insurance card')
  await see('1 invoice')
  await client.call(createInvoice, {
    patientId: anna.id,
    lines: [{ description: 'Later', quantity: '1', unitPrice: '50' }],
    draft: true,
  })
  await page.reload()
  await see('Created since the merge')
  await inOrder('Ana Weber into Anna Weber')

  await link('Ana Weber').click()
  await see('This record was merged into another')
  assert.equal(await button('Edit').count(), 0)
  await arrive(`/patients/merge?sourceId=${ana.id}`)
  await button('Use that record').click()
  await page.waitForURL(`/patients/merge?sourceId=${anna.id}`)

  await arrive('/patients/merges')
  await inOrder('Merges')
  await link('Ana Weber into Anna Weber').click()
  await button('Undo merge').click()
  const question = dialog('Undo the merge of Ana Weber into Anna Weber?')
  await see('1 row created since then', question)
  await button('Undo merge', question).click()
  await see('Undone by')
  assert.equal(await button('Undo merge').count(), 0)
})

test('likely duplicates are found, and a pair is flagged as different people and restored', async () => {
  await arrive('/patients/duplicates')
  await see('Not searched yet')
  await button('Search all patients').first().click()
  await see('5 patients compared')
  const pair = row('Anna Weber')
  await see('Very likely', pair)
  await inOrder('Likely duplicates')

  await pair.getByRole('button', { name: 'Not the same person' }).click()
  await see('No likely duplicates')
  await button('Undo').click()
  await pair.waitFor()

  await pair.getByRole('button', { name: 'Not the same person' }).click()
  await see('No likely duplicates')
  assert.equal((await client.call(listNotDuplicates)).data.length, 1)
})

test('a pair flagged as different people is not merged until the flag is removed', async () => {
  await arrive(`/patients/merge?targetId=${anna.id}`)
  await page.getByRole('combobox', { name: 'Record to merge into it' }).click()
  await type('Ana Webr')
  await page.locator('[role=option][data-combobox-selected]').getByText('Ana Weber').waitFor()
  await press('Enter')
  await page.waitForURL(`/patients/merge?targetId=${anna.id}&sourceId=${ana.id}`)
  await see('These records cannot be merged')
  wasRefused(409)
  assert.ok(await button('Merge into Anna Weber').isDisabled())

  await page.getByRole('alert').locator('..').getByRole('link', { name: 'Anna Weber' }).click()
  await button('Remove flag: Ana Weber').click()
  await see('Flag removed')
  await link('Compare and merge: Anna Weber and Ana Weber').waitFor()
})

test('a member creates and finds patients, and is offered no merging', async () => {
  const member = await on.open('member')
  await member.arrive(`/patients/${anna.id}`)
  await member.page.getByRole('button', { name: 'Not the same person' }).waitFor()
  await member.button('Edit').waitFor()
  assert.equal(await member.page.getByRole('link', { name: /merge/i }).count(), 0)
  for (const path of ['/patients/merge', '/patients/merges']) {
    await member.arrive(path)
    await member.see('Only the owner and admins can merge records')
  }
})

test('a patient is exported, and erased after a question, and what is kept is named', async () => {
  await client.call(createInvoice, {
    patientId: ana.id,
    lines: [{ description: 'Visit', quantity: 1, unitPrice: '10' }],
  })
  await arrive(`/patients/${ana.id}`)
  await button('More actions').press('Enter')
  await page.getByRole('menuitem', { name: 'Export or erase…' }).press('Enter')
  await focusOn('Export or erase Ana Weber')
  const download = page.waitForEvent('download')
  await link('Export patient').press('Enter')
  assert.equal((await download).suggestedFilename(), `patient-${ana.id}.zip`)
  await inOrder('Export or erase Ana Weber')

  await button('Erase patient…').press('Enter')
  await see('Enter a value')
  await field('Reason').fill('Asked in writing')
  await button('Erase patient…').press('Enter')
  const question = dialog('Erase Ana Weber?')
  await focusOn('Cancel')
  await button('Erase patient', question).press('Enter')
  await focusOn('Ana Weber is erased')
  await see('1 issued invoice with payments and credit notes, until')
  await inOrder('Ana Weber is erased')
  await link('Patients').first().press('Enter')
  await page.waitForURL('/patients')
  await assert.rejects(client.call(getPatient, { patientId: ana.id }))

  await arrive('/billing')
  await row('Ana Weber').waitFor()
  await row('Ana Weber').getByRole('link').first().press('Enter')
  await see('Ana Weber')
  assert.equal(await page.getByRole('main').getByRole('link', { name: 'Ana Weber' }).count(), 0)
})

test('a member is told who may export a patient', async () => {
  const member = await on.open('member')
  await member.arrive(`/patients/${anna.id}/privacy`)
  await member.see('Only the owner and admins can export patients')
})
