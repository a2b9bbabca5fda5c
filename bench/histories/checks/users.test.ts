import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lost, request } from '../testing/requests.ts'
import type { Request } from './linearize.ts'
import { checkUsers, type UserOp } from './users.ts'

const set = (disabled: boolean, version: number, after: number | 'stale' | null) =>
  ({ kind: 'set', disabled, version, after }) as const
const useKey = (accepted: boolean) => ({ kind: 'useKey', accepted }) as const
const signIn = { kind: 'signIn', session: 's' } as const
const useSession = (accepted: boolean) => ({ kind: 'useSession', session: 's', accepted }) as const
const violations = (...requests: Request<UserOp>[]) => checkUsers({ user: requests })

const [entered, disabled, enabled] = [
  request(0, 1, signIn),
  request(4, 5, set(true, 1, 2)),
  request(8, 9, set(false, 2, 3)),
]

test('a key works again once its user is enabled, and a session never does', () => {
  const good = [
    entered,
    request(2, 3, useSession(true)),
    disabled,
    request(6, 7, useKey(false)),
    request(6, 7, useSession(false)),
    enabled,
    request(10, 11, useKey(true)),
    request(10, 11, useSession(false)),
  ]
  assert.deepEqual(violations(...good), [])
  assert.deepEqual(
    violations(
      lost(0, set(true, 1, null)),
      request(1, 2, set(true, 1, 'stale')),
      request(3, 4, useKey(false)),
    ),
    [],
  )
})

test('whatever lets a disabled user in is found', () => {
  const bad: Request<UserOp>[][] = [
    [disabled, request(6, 7, useKey(true))],
    [entered, disabled, request(6, 7, useSession(true))],
    [entered, disabled, enabled, request(10, 11, useSession(true))],
    [disabled, request(6, 7, signIn)],
    [disabled, request(6, 7, set(true, 1, 2))],
    [disabled, enabled, request(10, 11, useKey(false))],
    [disabled, request(6, 7, { kind: 'read', disabled: false, version: 1 })],
  ]
  for (const requests of bad) assert.equal(violations(...requests).length, 1, JSON.stringify(requests))
})
