import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lost, request } from '../testing/requests.ts'
import type { Request } from './linearize.ts'
import { checkMerges, type MergeOp } from './merges.ts'

const merge = (source: string, target: string, id: string | null) =>
  ({ kind: 'merge', source, target, merge: id }) as const
const undo = (id: string, source: string, target: string, after: 'undone' | 'already' | 'blocked' | null) =>
  ({ kind: 'undo', merge: id, source, target, after }) as const
const readPatient = (patient: string, mergedInto: string | null) =>
  ({ kind: 'readPatient', patient, mergedInto }) as const
const readInvoice = (patient: string, owner: string) => ({ kind: 'readInvoice', patient, owner }) as const
const violations = (...requests: Request<MergeOp>[]) => checkMerges({ group: requests })

const [first, second] = [request(0, 1, merge('a', 'b', '1')), request(2, 3, merge('b', 'c', '2'))]

test('invoices follow their patients through merges and back', () => {
  const good = [
    first,
    second,
    request(4, 5, readInvoice('a', 'c')),
    request(4, 5, readPatient('a', 'c')),
    request(4, 5, undo('1', 'a', 'b', 'blocked')),
    request(4, 5, merge('a', 'c', 'merged')),
    request(6, 7, undo('2', 'b', 'c', 'undone')),
    request(8, 9, undo('1', 'a', 'b', 'undone')),
    request(10, 11, readInvoice('a', 'a')),
    request(10, 11, readPatient('a', null)),
    request(10, 11, undo('1', 'a', 'b', 'already')),
  ]
  assert.deepEqual(violations(...good), [])
  assert.deepEqual(violations(lost(0, merge('a', 'b', null)), request(1, 2, readPatient('a', 'b'))), [])
})

test('merges in a circle, lost rows and repeated undos are found', () => {
  const bad: Request<MergeOp>[][] = [
    [request(0, 1, merge('a', 'b', '1')), request(0, 1, merge('b', 'a', '2'))],
    [first, request(2, 3, readInvoice('a', 'a'))],
    [first, request(2, 3, readPatient('a', null))],
    [first, request(2, 3, undo('1', 'a', 'b', 'undone')), request(4, 5, undo('1', 'a', 'b', 'undone'))],
    [first, request(2, 3, undo('1', 'a', 'b', 'undone')), request(4, 5, readInvoice('a', 'b'))],
    [first, second, request(4, 5, undo('1', 'a', 'b', 'undone'))],
    [request(0, 1, merge('a', 'b', 'merged'))],
  ]
  for (const requests of bad) assert.equal(violations(...requests).length, 1, JSON.stringify(requests))
})
