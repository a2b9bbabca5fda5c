import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Patient, patientFields } from '#contract'
import { comparison, fieldChoicesOf, wrongTyped } from './merge-choices.ts'

const nowhere = { line: null, city: null, region: null, postalCode: null, country: null }
const record = (id: string, known: Partial<Patient>) =>
  ({
    ...Object.fromEntries(patientFields.map((field) => [field, null])),
    id,
    sex: 'unknown',
    address: nowhere,
    ...known,
  }) as Patient
const source = record('s', { givenName: 'Ana', familyName: 'Weber', phone: '1' })
const target = record('t', {
  givenName: 'Anna',
  familyName: 'Weber',
  address: { ...nowhere, city: 'Bremen' },
})
const sides = { source, target }

test('two records differ, agree, or only one of them has a value', () => {
  assert.equal(comparison(sides, 'givenName'), 'differs')
  assert.equal(comparison(sides, 'familyName'), 'same')
  assert.equal(comparison(sides, 'phone'), 'gap')
  assert.equal(comparison(sides, 'address'), 'gap')
  assert.equal(comparison(sides, 'sex'), 'empty')
})

test('a choice follows its record when the sides are swapped', () => {
  const choices = { chosen: { givenName: 's' }, typed: {} }
  assert.deepEqual(fieldChoicesOf(choices, sides), { givenName: 'source' })
  assert.deepEqual(fieldChoicesOf(choices, { source: target, target: source }), { givenName: 'target' })
})

test('a typed value is sent while it is chosen, and an empty one is sent as unknown', () => {
  const typed = { phone: '  ', email: 'ana@example.org' }
  assert.deepEqual(fieldChoicesOf({ chosen: { phone: 'typed', email: 's' }, typed }, sides), {
    phone: null,
    email: 'source',
  })
})

test('an invalid typed value is reported by field, and in an address by part', () => {
  const address = { line: '', city: '', region: '', postalCode: '', country: 'D' }
  const typed = { email: 'ana@', birthDate: '1700-01-01', address }
  assert.deepEqual(wrongTyped({ chosen: {}, typed }), {})
  assert.deepEqual(wrongTyped({ chosen: { email: 'typed', birthDate: 'typed', address: 'typed' }, typed }), {
    email: 'Enter an email address',
    birthDate: 'Enter a date of birth between 1800 and today',
    'address.country': 'Enter a two-letter ISO 3166 country code, such as DE',
  })
})
