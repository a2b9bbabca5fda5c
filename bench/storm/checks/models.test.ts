import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyModel } from './keys.ts'
import { type After, checkRequests, type Model, type Request } from './linearize.ts'
import { mergeModel } from './merges.ts'
import { paymentModel } from './payments.ts'
import { stockModel } from './stock.ts'
import { lost, request } from './testing/requests.ts'
import { userModel } from './users.ts'
import { versionModel } from './versions.ts'

/** Declares a test: a check accepts each of the good histories of one record, and rejects each of the bad ones. */
function testModel<State, Op>(
  name: string,
  model: Model<State, Op>,
  { good, bad }: { good: Request<Op>[][]; bad: Request<Op>[][] },
): void {
  const violations = (requests: Request<Op>[]) => checkRequests(model, { record: requests }).length
  test(name, () => {
    for (const requests of good) assert.equal(violations(requests), 0, JSON.stringify(requests))
    for (const requests of bad) assert.equal(violations(requests), 1, JSON.stringify(requests))
  })
}

const shown = <Shown>(shown: Shown) => ({ shown })
const refused = { refused: 'conflict' }

const change = (by: number, after: After<number>) => ({ kind: 'change', by, after }) as const
const count = (to: number, expected: number | null, after: After<number>) =>
  ({ kind: 'count', to, expected, after }) as const
const level = (level: number) => ({ kind: 'read', after: shown(level) }) as const
const received = request(0, 1, change(5, shown(5)))

testModel('stock: follows its changes, in whichever order they overlap', stockModel, {
  good: [
    [
      request(0, 5, change(5, shown(7))),
      request(1, 4, change(2, shown(2))),
      request(6, 7, change(-8, refused)),
      request(6, 9, count(4, 7, shown(4))),
      request(8, 12, count(1, 7, refused)),
      request(10, 11, change(-1, null)),
      request(13, 14, level(3)),
    ],
    [lost(0, change(3, null)), request(9, 9.5, change(-3, shown(0)))],
  ],
  bad: [
    // Both deliveries saw an empty shelf.
    [received, request(0, 1, change(2, shown(2)))],
    [received, request(2, 3, level(0))],
    [received, request(2, 3, change(-5, refused))],
    [received, request(2, 3, count(3, 5, refused))],
    [received, request(2, 3, count(3, 4, shown(3)))],
    // Once means once.
    [lost(0, change(5, null)), request(1, 2, level(5)), request(3, 4, level(10))],
  ],
})

const issued = request(0, 1, { kind: 'issue', total: 1000, after: null } as const)
const pay = (amount: number, after: After<number>) => ({ kind: 'pay', amount, after }) as const
const reverse = (after: After<number>) => ({ kind: 'reverse', payment: 'p', amount: 600, after }) as const
const credit = (amount: number, after: After<number>) => ({ kind: 'credit', amount, after }) as const
const due = (due: number) => ({ kind: 'read', after: shown(due) }) as const
const paid = request(2, 3, pay(600, shown(400)))
const credited = request(4, 5, credit(900, shown(-500)))

testModel('payments: no more than is due, and what is due adds up', paymentModel, {
  good: [
    [issued, paid, request(2, 4, pay(600, refused)), request(5, 6, pay(400, shown(0)))],
    [issued, paid, request(4, 5, reverse(shown(1000))), request(6, 7, reverse(refused))],
    [issued, paid, credited, request(6, 7, credit(200, refused))],
    [issued, paid, credited, request(6, 7, pay(-500, shown(0))), request(8, 9, due(0))],
    [issued, lost(2, pay(600, null)), request(4, 5, due(1000)), request(6, 7, due(400))],
  ],
  bad: [
    [issued, paid, request(2, 3, pay(600, shown(400)))],
    [issued, paid, request(4, 5, pay(600, shown(-200)))],
    [issued, paid, request(4, 5, pay(400, refused))],
    [issued, paid, request(4, 5, reverse(shown(1000))), request(6, 7, reverse(shown(1600)))],
    [issued, request(2, 3, credit(600, shown(400))), request(2, 3, credit(600, shown(-200)))],
    [issued, paid, request(4, 5, due(1000))],
    [issued, paid, request(4, 5, pay(-1, shown(401)))],
  ],
})

const created = request(-1, -1, { kind: 'create', after: shown({ version: 1, value: 'a' }) } as const)
const write = (version: number, value: string, after: After<number>) =>
  ({ kind: 'write', version, value, after }) as const
const read = (version: number, value: string) => ({ kind: 'read', after: shown({ version, value }) }) as const
const written = request(0, 5, write(1, 'b', shown(2)))

testModel('versions: one of two writes at a version succeeds', versionModel, {
  good: [
    [created, written, request(0, 4, write(1, 'c', refused)), request(6, 7, read(2, 'b'))],
    [created, lost(0, write(1, 'b', null)), request(1, 2, read(1, 'a')), request(3, 4, read(2, 'b'))],
  ],
  bad: [
    [created, written, request(0, 4, write(1, 'c', shown(2)))],
    [created, written, request(6, 7, read(1, 'a'))],
    [created, written, request(6, 7, read(2, 'c'))],
    [created, request(0, 1, write(1, 'b', refused))],
    [created, written, request(6, 7, write(1, 'c', shown(3)))],
  ],
})

const accepted = shown(null)
const revoke = { kind: 'revoke', after: accepted } as const
const lostRevocation = lost(0, { kind: 'revoke', after: null } as const)
const [works, fails] = [
  { kind: 'use', after: accepted },
  { kind: 'use', after: refused },
] as const

testModel('keys: may work or not while they are being revoked, and never again', keyModel, {
  good: [
    [request(2, 8, revoke), request(0, 1, works), request(3, 4, works), request(5, 6, fails)],
    [lostRevocation, request(1, 2, works), request(3, 4, fails)],
  ],
  bad: [
    [request(0, 1, revoke), request(2, 3, works)],
    [lostRevocation, request(1, 2, fails), request(3, 4, works)],
    [request(0, 1, fails)],
  ],
})

const set = (disabled: boolean, version: number, after: After<number>) =>
  ({ kind: 'set', disabled, version, after }) as const
const byKey = (after: After<null>) => ({ kind: 'useKey', after }) as const
const signIn = { kind: 'signIn', session: 's', after: accepted } as const
const bySession = (after: After<null>) => ({ kind: 'useSession', session: 's', after }) as const
const [entered, disabled, enabled, left] = [
  request(0, 1, signIn),
  request(4, 5, set(true, 1, shown(2))),
  request(8, 9, set(false, 2, shown(3))),
  request(2, 3, { kind: 'signOut', session: 's', by: 's', after: accepted } as const),
]

testModel('users: a key works again once its user is enabled, and a session never does', userModel, {
  good: [
    [
      entered,
      request(2, 3, bySession(accepted)),
      disabled,
      request(6, 7, byKey(refused)),
      request(6, 7, bySession(refused)),
      enabled,
      request(10, 11, byKey(accepted)),
      request(10, 11, bySession(refused)),
    ],
    [lost(0, set(true, 1, null)), request(1, 2, set(true, 1, refused)), request(3, 4, byKey(refused))],
    [entered, left, request(6, 7, bySession(refused))],
  ],
  bad: [
    [disabled, request(6, 7, byKey(accepted))],
    [entered, disabled, request(6, 7, bySession(accepted))],
    [entered, disabled, enabled, request(10, 11, bySession(accepted))],
    [entered, left, request(6, 7, bySession(accepted))],
    [entered, request(6, 7, bySession(refused))],
    [disabled, request(6, 7, signIn)],
    [disabled, request(6, 7, set(true, 1, shown(2)))],
    [disabled, enabled, request(10, 11, byKey(refused))],
    [disabled, request(6, 7, { kind: 'read', after: shown({ disabled: false, version: 1 }) })],
  ],
})

const merge = (source: string, target: string, after: After<string>) =>
  ({ kind: 'merge', source, target, after }) as const
const undo = (merge: string, source: string, target: string, after: After<null>) =>
  ({ kind: 'undo', merge, source, target, after }) as const
const readPatient = (patient: string, into: string | null) =>
  ({ kind: 'readPatient', patient, after: shown(into) }) as const
const readInvoice = (patient: string, owner: string) =>
  ({ kind: 'readInvoice', patient, after: shown(owner) }) as const
const first = request(0, 1, merge('a', 'b', shown('1')))
const second = request(2, 3, merge('b', 'c', shown('2')))
const undone = request(2, 3, undo('1', 'a', 'b', accepted))

testModel('merges: invoices follow their patients through merges and back', mergeModel, {
  good: [
    [
      first,
      second,
      request(4, 5, readInvoice('a', 'c')),
      request(4, 5, readPatient('a', 'c')),
      request(4, 5, undo('1', 'a', 'b', { refused: 'undo_blocked' })),
      request(4, 5, merge('a', 'c', refused)),
      request(6, 7, undo('2', 'b', 'c', accepted)),
      request(8, 9, undo('1', 'a', 'b', accepted)),
      request(10, 11, readInvoice('a', 'a')),
      request(10, 11, readPatient('a', null)),
      request(10, 11, undo('1', 'a', 'b', { refused: 'merge_undone' })),
    ],
    [lost(0, merge('a', 'b', null)), request(1, 2, readPatient('a', 'b'))],
  ],
  bad: [
    [request(0, 1, merge('a', 'b', shown('1'))), request(0, 1, merge('b', 'a', shown('2')))],
    [first, request(2, 3, readInvoice('a', 'a'))],
    [first, request(2, 3, readPatient('a', null))],
    [first, undone, request(4, 5, undo('1', 'a', 'b', accepted))],
    [first, undone, request(4, 5, readInvoice('a', 'b'))],
    [first, second, request(4, 5, undo('1', 'a', 'b', accepted))],
    [request(0, 1, merge('a', 'b', refused))],
  ],
})
