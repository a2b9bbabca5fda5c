import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lost, request } from '../testing/requests.ts'
import type { Request } from './linearize.ts'
import { checkVersions, type VersionOp } from './versions.ts'

const write = (version: number, value: string, after: number | 'stale' | null) =>
  ({ kind: 'write', version, value, after }) as const
const read = (version: number, value: string) => ({ kind: 'read', version, value }) as const
const violations = (...requests: Request<VersionOp>[]) =>
  checkVersions({ record: { initial: { version: 1, value: 'a' }, requests } })

test('one of two writes at a version succeeds', () => {
  assert.deepEqual(
    violations(
      request(0, 5, write(1, 'b', 2)),
      request(0, 4, write(1, 'c', 'stale')),
      request(6, 7, read(2, 'b')),
    ),
    [],
  )
  assert.deepEqual(
    violations(lost(0, write(1, 'b', null)), request(1, 2, read(1, 'a')), request(3, 4, read(2, 'b'))),
    [],
  )
})

test('lost updates, stale reads and wrong refusals are found', () => {
  const first = request(0, 5, write(1, 'b', 2))
  const bad: Request<VersionOp>[][] = [
    [first, request(0, 4, write(1, 'c', 2))],
    [first, request(6, 7, read(1, 'a'))],
    [first, request(6, 7, read(2, 'c'))],
    [request(0, 1, write(1, 'b', 'stale'))],
    [first, request(6, 7, write(1, 'c', 3))],
  ]
  for (const requests of bad) assert.equal(violations(...requests).length, 1, JSON.stringify(requests))
})
