import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import {
  createPatient,
  getPatient,
  type Input,
  listDuplicatesOf,
  listNotDuplicates,
  markNotDuplicates,
  unmarkNotDuplicates,
  updatePatient,
} from '#contract'
import { newId } from '#platform'
import { onDatabase, refusal } from '#testing'
import { anna, forget } from './testing.ts'

onDatabase('likely duplicates of one patient', (app) => {
  const member = () => app().as('member')
  const add = (about: Input<typeof createPatient>) => member().call(createPatient, about)
  const duplicatesOf = async (patientId: string) =>
    (await member().call(listDuplicatesOf, { patientId })).data.map(({ patient }) => patient.id)

  beforeEach(() => forget(app().db))

  test('a person recorded again with mistakes is found, with reasons, strongest first', async () => {
    const first = await add(anna)
    const again = await add({
      ...anna,
      givenName: 'Müler',
      familyName: 'Ana',
      birthDate: '1984-11-03',
      phone: '0170 / 123 45 67',
    })
    await add({ givenName: 'Jonas', familyName: 'Weber', birthDate: '1960-02-02' })
    const { data, nextCursor } = await member().call(listDuplicatesOf, { patientId: first.id })
    assert.equal(nextCursor, null)
    assert.deepEqual(
      data.map(({ patient }) => patient),
      [await member().call(getPatient, { patientId: again.id })],
    )
    assert.ok(data[0]!.score > 0.95 && data[0]!.score <= 1)
    assert.deepEqual(data[0]!.reasons, [
      'Same street and number',
      'Same phone number',
      'Day and month of birth swapped',
      'Given name and surname swapped',
      'Same postal code',
    ])
    assert.deepEqual(await duplicatesOf(again.id), [first.id])
  })

  test('the likeliest comes first', async () => {
    const { id } = await add({ ...anna, identifiers: [{ system: 'insurance', value: 'A 123-456' }] })
    const less = await add({
      ...anna,
      phone: null,
      address: {},
    })
    const more = await add({ ...anna, identifiers: [{ system: 'insurance', value: 'a123456' }] })
    assert.deepEqual(await duplicatesOf(id), [more.id, less.id])
  })

  test('an identifier with other hyphens finds a person with no other details in common', async () => {
    const first = await add({ ...anna, identifiers: [{ system: 'insurance', value: 'X-77/12 34' }] })
    const again = await add({ givenName: 'Anna', identifiers: [{ system: 'insurance', value: 'x771234' }] })
    assert.deepEqual(await duplicatesOf(first.id), [again.id])
  })

  test('twins, and a son of the same name, are not suggested', async () => {
    const child = { ...anna, birthDate: '2015-03-11' }
    const { id } = await add(child)
    await add({ ...child, givenName: 'Marie' })
    await add({ ...child, birthDate: '1988-07-30' })
    assert.deepEqual(await duplicatesOf(id), [])
  })

  test('corrected fields are compared as corrected', async () => {
    const { id } = await add({ givenName: 'Anna', familyName: 'Müller', birthDate: '1984-03-11' })
    const other = await add({ givenName: 'Jonas', familyName: 'Weber', birthDate: '1960-02-02' })
    assert.deepEqual(await duplicatesOf(id), [])
    const { givenName, familyName, birthDate } = anna
    await member().call(updatePatient, { patientId: other.id, givenName, familyName, birthDate })
    assert.deepEqual(await duplicatesOf(id), [other.id])
    await member().call(updatePatient, { patientId: other.id, givenName: 'Jonas', birthDate: '1960-02-02' })
    assert.deepEqual(await duplicatesOf(id), [])
  })

  test('records written or corrected in one statement are compared in their new state', async () => {
    const ids = Array.from({ length: 4 }, newId).sort()
    const { pool } = app().db
    await pool.query(
      `insert into patients (id, given_name, family_name, birth_date)
       select id, 'Anna', 'Müller' || n, date '1984-03-11' + 400 * n::integer
       from unnest($1::uuid[]) with ordinality as person (id, n)`,
      [ids],
    )
    assert.deepEqual(await duplicatesOf(ids[0]!), [])
    await pool.query(
      `update patients set family_name = 'Müller', birth_date = '1984-03-11' where id = any($1)`,
      [ids.slice(0, 3)],
    )
    assert.deepEqual(await duplicatesOf(ids[0]!), ids.slice(1, 3))
    await pool.query('update patients set version = version + 1')
    assert.deepEqual(await duplicatesOf(ids[0]!), ids.slice(1, 3))
    await pool.query('delete from patients where id = $1', [ids[1]])
    assert.deepEqual(await duplicatesOf(ids[0]!), [ids[2]])
  })

  test('names with final letters that Arabic writes in two ways are found', async () => {
    const { id } = await add({ givenName: 'هدى', familyName: 'علي', birthDate: '1984-03-11' })
    const again = await add({ givenName: 'هدي', familyName: 'على', birthDate: '1994-03-11' })
    assert.deepEqual(await duplicatesOf(id), [again.id])
  })

  test('a merged record is no longer suggested, and its own list names the survivor', async () => {
    const { id } = await add(anna)
    const retired = await add(anna)
    const retire = (mergedInto: string | null) =>
      app().db.reader.updateTable('patients').set({ mergedInto }).where('id', '=', retired.id).execute()
    await retire(id)
    assert.deepEqual(await duplicatesOf(id), [])
    const { detail } = await refusal(
      member().call(listDuplicatesOf, { patientId: retired.id }),
      'patient_merged',
    )
    assert.match(detail, new RegExp(id))
    await retire(null)
    assert.deepEqual(await duplicatesOf(id), [retired.id])
    await refusal(member().call(listDuplicatesOf, { patientId: newId() }), 'patient_not_found')
  })

  test('a pair flagged as not duplicates is not suggested until the flag is removed', async () => {
    const [a, b] = [await add(anna), await add(anna)]
    const mark = () => member().call(markNotDuplicates, { patientIds: [b.id, a.id] })
    const marked = await mark()
    assert.deepEqual(marked.patientIds, [a.id, b.id])
    assert.equal(marked.markedBy.id, app().people.member.id)
    assert.deepEqual(await mark(), marked)
    assert.deepEqual(await duplicatesOf(a.id), [])
    assert.deepEqual(await duplicatesOf(b.id), [])
    assert.deepEqual((await member().call(listNotDuplicates, { patientId: b.id })).data, [marked])
    assert.deepEqual((await member().call(listNotDuplicates, { patientId: newId() })).data, [])

    await member().call(unmarkNotDuplicates, { notDuplicatesId: marked.id })
    assert.deepEqual(await duplicatesOf(a.id), [b.id])
    assert.deepEqual((await member().call(listNotDuplicates)).data, [])
    await refusal(
      member().call(unmarkNotDuplicates, { notDuplicatesId: marked.id }),
      'not_duplicates_not_found',
    )
  })

  test('a flag also applies to the survivors of the flagged records', async () => {
    const [a, b, c] = [await add(anna), await add(anna), await add({ ...anna, phone: null })]
    await member().call(markNotDuplicates, { patientIds: [a.id, b.id] })
    assert.deepEqual(await duplicatesOf(a.id), [c.id])
    await app().db.reader.updateTable('patients').set({ mergedInto: c.id }).where('id', '=', b.id).execute()
    assert.deepEqual(await duplicatesOf(a.id), [])
    assert.deepEqual(await duplicatesOf(c.id), [])
  })

  test('a record cannot be flagged with itself or with an unknown or merged one', async () => {
    const [a, b] = [await add(anna), await add(anna)]
    const mark = (...patientIds: string[]) => member().call(markNotDuplicates, { patientIds })
    const same = await refusal(mark(a.id, a.id), 'validation_failed')
    assert.deepEqual(
      same.errors?.map(({ path }) => path),
      ['patientIds[1]'],
    )
    const unknown = await refusal(mark(a.id, newId()), 'patient_not_found')
    assert.deepEqual(
      unknown.errors?.map(({ path }) => path),
      ['patientIds[1]'],
    )
    await app().db.reader.updateTable('patients').set({ mergedInto: a.id }).where('id', '=', b.id).execute()
    await refusal(mark(a.id, b.id), 'patient_merged')
    assert.deepEqual((await member().call(listNotDuplicates)).data, [])
  })
})
