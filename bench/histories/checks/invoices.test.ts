import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkInvoices } from './invoices.ts'

const issue = (invoked: number, returned: number, note: string, ordinal: number | null) => ({
  invoked,
  returned,
  note,
  ordinal,
})
const listedAs = (...notes: string[]) => notes.map((note, at) => ({ note, ordinal: at + 1 }))

test('numbers without gaps, in the order of requests that did not overlap, are accepted', () => {
  const issues = [
    issue(0, 5, 'a', 2),
    issue(1, 4, 'b', 1),
    issue(6, 7, 'c', 3),
    issue(8, Number.POSITIVE_INFINITY, 'd', null),
  ]
  assert.deepEqual(checkInvoices({ issues, listed: listedAs('b', 'a', 'c') }), [])
  assert.deepEqual(checkInvoices({ issues, listed: listedAs('b', 'a', 'c', 'd') }), [])
})

test('gaps, repetitions, losses, wrong order and invoices of nobody are found', () => {
  const [a, b] = [issue(0, 1, 'a', 1), issue(2, 3, 'b', 2)]
  const two = [
    { note: 'a', ordinal: 1 },
    { note: 'b', ordinal: 2 },
  ]
  assert.deepEqual(checkInvoices({ issues: [a, b], listed: two }), [])
  const bad: [Parameters<typeof checkInvoices>[0], string][] = [
    [
      { issues: [a, { ...b, ordinal: 3 }], listed: [two[0]!, { note: 'b', ordinal: 3 }] },
      'number 2 is missing before 3',
    ],
    [
      { issues: [a, { ...b, ordinal: 1 }], listed: [two[0]!, { note: 'b', ordinal: 1 }] },
      'number 1 was assigned twice',
    ],
    [{ issues: [a, b], listed: listedAs('a') }, 'number 2 was returned and is lost'],
    [{ issues: [a], listed: listedAs('a', 'a') }, 'one request has the numbers 1 and 2'],
    [{ issues: [a], listed: two }, 'number 2 was never requested'],
    [
      {
        issues: [
          { ...a, ordinal: 2 },
          { ...b, ordinal: 1 },
        ],
        listed: listedAs('b', 'a'),
      },
      'number 1 was requested after 2 was returned',
    ],
  ]
  for (const [history, violation] of bad) assert.deepEqual(checkInvoices(history), [violation])
})
