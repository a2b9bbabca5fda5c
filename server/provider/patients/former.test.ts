import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { listPatients } from '#contract'
import { onDatabase } from '#testing'
import { records } from './testing/records.ts'

onDatabase('searching for former values', (app) => {
  const { query, add, update, merge, undo } = records(app)
  const find = async (search: { q?: string; phone?: string; status?: 'merged' }) =>
    (await app().as('member').call(listPatients, search)).data.map(({ id }) => id)

  const first = {
    givenName: 'Édith',
    familyName: 'Quartermain',
    phone: '+49 30 7766554',
    email: 'edith.q@example.org',
    address: { line: 'Lerchenstraße 17', city: 'Zwickau', postalCode: '08056' },
  }
  const second = {
    givenName: 'Maud',
    familyName: 'Ravenscroft',
    phone: '0171 4433221',
    email: 'ravenscroft@example.org',
    address: { line: 'Am Wall 9', city: 'Bremen', postalCode: '28195' },
  }
  const ofFirst = [
    'edith quartermain',
    'Quartermein',
    '7766554',
    'edith.q@example.org',
    'EDITH.Q@',
    'lerchenstr. 17',
    'Lerchenstrasse 17, 08056 Zwickau',
  ]
  const ofSecond = ['Ravenscroft', '4433221', 'ravenscroft@example.org', 'am wall 9, bremen']

  afterEach(async () => {
    await query('alter table patient_changes disable trigger patient_changes_kept')
    await query('delete from patient_changes')
    await query('delete from patient_name_words where is_former')
    await query('alter table patient_changes enable trigger patient_changes_kept')
    await query(`update patients set given_name = 'Cleared', family_name = null, phone = null, email = null,
      address_line = null, city = null, postal_code = null`)
  })

  test('a record is found by what it has and had', async () => {
    const patient = await add(first)
    for (const q of ofFirst) assert.deepEqual(await find({ q }), [patient.id], q)
    for (const q of ofSecond) assert.deepEqual(await find({ q }), [], q)
    await update(patient, second)
    for (const q of [...ofFirst, ...ofSecond]) assert.deepEqual(await find({ q }), [patient.id], q)
    assert.deepEqual(await find({ phone: '776655' }), [patient.id])
    await update(patient, { phone: null, email: null, address: { line: null, city: null, postalCode: null } })
    for (const q of [...ofFirst, ...ofSecond]) assert.deepEqual(await find({ q }), [patient.id], q)
  })

  test('a survivor is found by everything of the merged records, and after the undo each by its own', async () => {
    const earlier = { phone: '0451 998877', familyName: 'Underhill' }
    const source = await add({ ...first, ...earlier })
    await update(source, first)
    const [target, end] = [await add(second), await add({ givenName: 'Third' })]
    const ofSource = [...ofFirst, 'Underhill', '998877']
    const merged = await merge(source, target)
    for (const q of [...ofSource, ...ofSecond]) assert.deepEqual(await find({ q }), [target.id], q)
    assert.deepEqual(await find({ phone: '998877' }), [target.id])
    assert.deepEqual(await find({ q: '998877', status: 'merged' }), [source.id])

    const again = await merge(target, end)
    for (const q of [...ofSource, ...ofSecond]) assert.deepEqual(await find({ q }), [end.id], q)
    await undo(again)
    await undo(merged)
    for (const q of ofSource) assert.deepEqual(await find({ q }), [source.id], q)
    for (const q of ofSecond) assert.deepEqual(await find({ q }), [target.id], q)
  })

  test('a value that a merge replaced still finds the survivor; one that an undo took away does not', async () => {
    const [source, target] = [await add(first), await add(second)]
    const merged = await merge(source, target, { fieldChoices: { phone: 'source', email: 'source' } })
    for (const q of [...ofFirst, ...ofSecond]) assert.deepEqual(await find({ q }), [target.id], q)
    await undo(merged)
    for (const q of ofFirst) assert.deepEqual(await find({ q }), [source.id], q)
    for (const q of ofSecond) assert.deepEqual(await find({ q }), [target.id], q)
  })

  test('wildcards in a search are ordinary characters', async () => {
    const patient = await add(first)
    assert.deepEqual(await find({ q: 'edith_q@' }), [])
    assert.deepEqual(await find({ q: '%@' }), [])
    assert.deepEqual(await find({ q: 'lerchen% 17' }), [patient.id])
  })
})
