import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLimit } from './limit.ts'
import { createTurns } from './turns.ts'

test('work runs one at a time, those who go first before the others', async () => {
  const inTurn = createTurns(10)
  const begun: string[] = []
  const first = Promise.withResolvers<void>()
  const begin = (name: string) => async () => {
    begun.push(name)
    if (name === 'a') await first.promise
    return name
  }
  const all = [
    inTurn(begin('a')),
    inTurn(begin('b')),
    inTurn(begin('c'), { first: true }),
    inTurn(async () => assert.fail('an error keeps nobody waiting')),
    inTurn(begin('d'), { first: true }),
  ]
  assert.deepEqual(begun, ['a'])
  first.resolve()
  const outcomes = await Promise.allSettled(all)
  assert.deepEqual(begun, ['a', 'c', 'd', 'b'])
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed')),
    ['a', 'b', 'c', 'failed', 'd'],
  )
})

test('those who are gone leave their place to others', async () => {
  const inTurn = createTurns(2)
  const [first, gone] = [Promise.withResolvers<void>(), new AbortController()]
  const running = inTurn(() => first.promise)
  const never = () => inTurn(async () => assert.fail('nobody waits for it'), { signal: gone.signal })
  const abandoned = [never(), never()]
  const next = async () => 'next'
  await assert.rejects(inTurn(next), { code: 'busy' })
  gone.abort(new Error('gone'))
  for (const one of abandoned) await assert.rejects(one, { message: 'gone' })
  await assert.rejects(never(), { message: 'gone' })
  const later = inTurn(next)
  first.resolve()
  await running
  assert.equal(await later, 'next')
})

test('beyond a limit, one makes room; those who are gone do not count', async () => {
  const limited = createLimit(2)
  const [staying, leaving] = [new AbortController(), new AbortController()]
  const endless = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const begin = (from: AbortController) => limited(from.signal, endless)
  const abandoned = [begin(leaving), begin(leaving)]
  leaving.abort(new Error('gone'))
  const others = [begin(staying), begin(staying)]
  for (const one of abandoned) await assert.rejects(one, { message: 'gone' })

  assert.equal(await limited(staying.signal, async () => 'done'), 'done')
  await assert.rejects(Promise.race(others), { code: 'busy' })
  staying.abort(new Error('gone, too'))
  const outcomes = await Promise.allSettled(others)
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.message).toSorted(),
    ['The server is busy. Try again in a moment.', 'gone, too'],
  )
})
