import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areFields, fieldsIn } from './row-fields.ts'

const read = (text: string, ...range: number[]) =>
  fieldsIn(text, ...range).map(({ start, nameEnd, value, end }) => [
    text.slice(start, nameEnd),
    text.slice(value, end),
  ])

test('a row has fields with names and values', () => {
  assert.deepEqual(read('date: 2026-10-23\nHow was it? (1–5): 4\ntime: 12:30'), [
    ['date', '2026-10-23'],
    ['How was it? (1–5)', '4'],
    ['time', '12:30'],
  ])
})

test('a value continues until the next name, and values may have no names', () => {
  assert.deepEqual(read('note: one\n\ntwo\nage: 3'), [
    ['note', 'one\n\ntwo'],
    ['age', '3'],
  ])
  assert.deepEqual(read('2024-01-01\n4'), [
    ['', '2024-01-01'],
    ['', '4'],
  ])
  assert.deepEqual(read('…end of a value\nage: 3'), [
    ['', '…end of a value'],
    ['age', '3'],
  ])
})

test('a part of a text is read at its places', () => {
  assert.deepEqual(read('x\na: 1\nb: 2\ny', 2, 11), [
    ['a', '1'],
    ['b', '2'],
  ])
})

test('only several fields are shown as such', () => {
  assert.ok(areFields('a: 1\nb: 2'))
  for (const text of ['', 'a: 1', 'a: 1\nmore', 'A line\nand: another']) assert.ok(!areFields(text), text)
})
