import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeholderOf } from './unnamed.ts'

for (const text of [
  'Baby',
  'BABY BOY',
  'Baby of Maria',
  'B/O Sunita',
  'Säugling',
  'Neugeborenes',
  'Bébé',
  'Nouveau-né',
  'Recién nacido',
  'N. N.',
  'Junge',
  'Twin 2',
])
  test(`${text} is no given name`, () => assert.ok(placeholderOf(text)))

for (const text of ['Nina', 'Nino', 'Anne', 'Ne', 'Maria', 'Boyan', 'Babette', 'No', 'A'])
  test(`${text} is a given name`, () => assert.equal(placeholderOf(text), null))

test('a placeholder shows which child it is, and its sex', () => {
  assert.deepEqual(placeholderOf('Baby girl 2'), { which: '2', sex: 'female' })
  assert.deepEqual(placeholderOf('Zwilling A'), { which: 'a', sex: null })
  assert.deepEqual(placeholderOf('Male infant'), { which: '', sex: 'male' })
})
