import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lost, request } from '../testing/requests.ts'
import { checkKeys, type KeyOp } from './keys.ts'
import type { Request } from './linearize.ts'

const use = (accepted: boolean) => ({ kind: 'use', accepted }) as const
const revoke = { kind: 'revoke' } as const
const violations = (...requests: Request<KeyOp>[]) => checkKeys({ key: requests })

test('a key may work or not while it is being revoked', () => {
  assert.deepEqual(
    violations(
      request(2, 8, revoke),
      request(0, 1, use(true)),
      request(3, 4, use(true)),
      request(5, 6, use(false)),
    ),
    [],
  )
  assert.deepEqual(violations(lost(0, revoke), request(1, 2, use(true)), request(3, 4, use(false))), [])
})

test('a key that works after its revocation, or again, or fails without one is found', () => {
  const bad: Request<KeyOp>[][] = [
    [request(0, 1, revoke), request(2, 3, use(true))],
    [lost(0, revoke), request(1, 2, use(false)), request(3, 4, use(true))],
    [request(0, 1, use(false))],
  ]
  for (const requests of bad) assert.equal(violations(...requests).length, 1, JSON.stringify(requests))
})
