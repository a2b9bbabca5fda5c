import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cases } from '#testing'
import { random } from '../../../server/testing/random.ts'
import { findUnexplained, type Model, type Request } from './linearize.ts'
import { lost, request } from './testing/requests.ts'

/** A number that is added to and read. */
type Op = { add: number } | { read: number }

const counter: Model<number, Op> = {
  initial: 0,
  step: (sum, op) => ('add' in op ? sum + op.add : op.read === sum ? sum : null),
  keyOf: String,
}

const isLinearizable = (...requests: Request<Op>[]) => findUnexplained(counter, requests) === null

test('requests that overlap may have either order', () => {
  assert.ok(isLinearizable(request(0, 10, { add: 1 }), request(5, 6, { read: 0 })))
  assert.ok(isLinearizable(request(0, 10, { add: 1 }), request(5, 6, { read: 1 })))
  assert.ok(!isLinearizable(request(0, 10, { add: 1 }), request(5, 6, { read: 2 })))
})

test('a request that was sent after another had returned comes after it', () => {
  const stale = request(2, 3, { read: 0 })
  assert.ok(!isLinearizable(request(0, 1, { add: 1 }), stale))
  assert.deepEqual(findUnexplained(counter, [request(0, 1, { add: 1 }), stale]), stale)
})

test('what one read showed, no later one may miss', () => {
  const add = request(0, 100, { add: 1 })
  assert.ok(!isLinearizable(add, request(1, 2, { read: 1 }), request(3, 4, { read: 0 })))
  assert.ok(isLinearizable(add, request(1, 2, { read: 0 }), request(3, 4, { read: 1 })))
})

test('a request without a response takes effect at any later time, once, or never', () => {
  const unknown = lost(5, { add: 1 })
  assert.ok(isLinearizable(unknown, request(6, 7, { read: 0 })))
  assert.ok(isLinearizable(unknown, request(6, 7, { read: 0 }), request(8, 9, { read: 1 })))
  assert.ok(!isLinearizable(unknown, request(6, 7, { read: 1 }), request(8, 9, { read: 2 })))
  assert.ok(!isLinearizable(unknown, request(6, 7, { read: 1 }), request(8, 9, { read: 0 })))
  assert.ok(!isLinearizable(unknown, request(1, 2, { read: 1 })))
})

/** Tries every order, and every choice of the requests without a response. */
function isLinearizableByTrying(requests: Request<Op>[], sum = 0): boolean {
  if (requests.every(({ certain }) => !certain)) return true
  return requests.some((first, at) => {
    const rest = requests.toSpliced(at, 1)
    if (rest.some(({ returned }) => returned < first.invoked)) return false
    const next = counter.step(sum, first.op)
    return next !== null && isLinearizableByTrying(rest, next)
  })
}

test('the search agrees with trying every order, on random histories', () => {
  const draw = random(1)
  const below = (count: number) => Math.floor(draw() * count)
  const found = { good: 0, bad: 0 }
  for (let n = 0; n < cases(20_000); n++) {
    const requests = Array.from({ length: 1 + below(6) }, () => {
      const invoked = below(12)
      const op = draw() < 0.5 ? { add: 1 + below(2) } : { read: below(4) }
      return 'add' in op && draw() < 0.4
        ? lost<Op>(invoked, op)
        : request<Op>(invoked, invoked + below(6), op)
    })
    const expected = isLinearizableByTrying(requests)
    found[expected ? 'good' : 'bad']++
    assert.equal(isLinearizable(...requests), expected, JSON.stringify(requests))
  }
  assert.ok(found.good > 100 && found.bad > 100, JSON.stringify(found))
})

test('many requests without a response and a long history take no time', () => {
  const requests: Request<Op>[] = []
  for (let n = 0; n < 2000; n++) {
    requests.push(request(2 * n, 2 * n + 1, n % 2 === 0 ? { add: 1 } : { read: (n + 1) / 2 }))
    if (n % 100 === 0) requests.push(lost(2 * n, { add: 5000 + n }))
  }
  assert.ok(isLinearizable(...requests))
})
