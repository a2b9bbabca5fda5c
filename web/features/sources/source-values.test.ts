import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Source } from '#contract'
import { duplicateNames, inputOf, valuesOf } from './source-values.ts'

const source = {
  id: 'id',
  version: 3,
  title: 'Call',
  occurredAt: '2026-03-12T08:15:00.000Z',
  author: null,
  tags: ['a'],
  metadata: { site: 'Nordhafen', visit: 2, paid: true },
} as unknown as Source

test('unchanged values are saved as they were, including times and numbers', () => {
  const { title, occurredAt, author, tags, metadata } = inputOf(valuesOf(source), source)
  assert.deepEqual(
    { title, occurredAt, author, tags, metadata },
    {
      title: 'Call',
      occurredAt: source.occurredAt,
      author: null,
      tags: ['a'],
      metadata: source.metadata,
    },
  )
})

test('a new day is saved as noon of that day, and no day as null', () => {
  const values = valuesOf(source)
  assert.equal(inputOf({ ...values, occurredAt: '2026-03-14' }, source).occurredAt, '2026-03-14T12:00:00Z')
  assert.equal(inputOf({ ...values, occurredAt: '' }, source).occurredAt, null)
})

test('blank rows are ignored, and a duplicate name is an error', () => {
  const values = {
    ...valuesOf(source),
    metadata: [
      { name: 'a', value: '1' },
      { name: ' ', value: '' },
      { name: 'a ', value: '2' },
    ],
  }
  assert.deepEqual(duplicateNames(values), { 'metadata.2.name': 'This name is already used above' })
  assert.deepEqual(inputOf({ ...values, metadata: values.metadata.slice(0, 2) }, source).metadata, { a: '1' })
})
