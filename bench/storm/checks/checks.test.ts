import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkAudit } from './audit.ts'
import { checkReplays, checkResponses } from './calls.ts'
import { checkLists } from './lists.ts'
import { checkMentions } from './mentions.ts'
import { checkNumbers } from './numbers.ts'
import type { Call, Life } from './observed.ts'
import { checkRecords, createRecords, type State } from './records.ts'
import { checkUsage } from './usage.ts'

const life: Life = { isKilled: false }
const call = (more: Partial<Call>): Call => ({
  operation: 'projects.create',
  input: '{}',
  outcome: 'done',
  isDeserved: true,
  idempotencyKey: undefined,
  body: '',
  keyId: 'k',
  life,
  requestId: 'r',
  invoked: 0,
  returned: 1,
  ...more,
})

test('audit: one entry for each change, and none or one for each uncertain one; keys with an entry are revoked', () => {
  const [revoke, disable] = ['api_key.revoke', 'user.disable']
  const entry = (action: string, target: string) => ({ action, target })
  const effect = (action: string, target: string, certain = true) => ({ ...entry(action, target), certain })
  const violations = (
    effects: ReturnType<typeof effect>[],
    audit: ReturnType<typeof entry>[],
    ...revokedKeys: string[]
  ) => checkAudit(effects, { audit, revokedKeys })
  const effects = [effect(revoke, '1'), effect(revoke, '3', false), effect(disable, '2')]
  assert.deepEqual(
    violations(
      [...effects, effect(disable, '2', false)],
      [entry(revoke, '1'), entry(disable, '2'), entry(disable, '2')],
      '1',
    ),
    [],
  )
  const [once, found] = [effect(disable, '2'), entry(disable, '2')]
  assert.deepEqual(violations([once], []), ['user.disable of 2 has 0 entries for 1'])
  assert.deepEqual(violations([once], [found, found]), ['user.disable of 2 has 2 entries for 1'])
  assert.deepEqual(violations([], [found]), ['user.disable of 2 has 1 entries for 0'])
  const uncertain = effect(revoke, '1', false)
  assert.deepEqual(violations([uncertain], [], '1'), ['key 1 is revoked without an entry'])
  assert.deepEqual(violations([uncertain], [entry(revoke, '1')]), ['key 1 has an entry and works'])
})

test('replays: responses under one key are byte-identical, and a key is for one request only', () => {
  const replay = (idempotencyKey: string, body: string, input = '{}') => call({ idempotencyKey, body, input })
  const first = replay('1', '{"a":1}')
  const refused = call({ idempotencyKey: '1', outcome: 'idempotency_key_reused', input: '{"b":1}' })
  assert.deepEqual(checkReplays([first, replay('2', '{"a":2}'), first, refused]), [])
  assert.deepEqual(checkReplays([first, replay('1', '{"a": 1}')]), [
    'projects.create returned {"a":1} and then {"a": 1}',
  ])
  assert.deepEqual(checkReplays([first, replay('1', '{"a":1}', '{"b":1}')]), [
    'projects.create accepted one key for {} and {"b":1}',
  ])
})

test('responses: each undeserved one is reported', () => {
  assert.deepEqual(checkResponses([call({}), call({ outcome: 'internal', isDeserved: false })]), [
    'projects.create: internal (request r, {})',
  ])
})

test('lists: rows that existed before are there once', () => {
  const walk = (pages: string[][], after = ['a', 'b', 'c', 'd']) =>
    checkLists([{ list: 'patients', before: ['a', 'b', 'c'], after, pages }])
  assert.deepEqual(walk([['a', 'd'], ['b'], ['c']]), [])
  assert.deepEqual(walk([['a'], ['b']], ['a', 'b']), [])
  assert.deepEqual(walk([['a'], ['c']]), ['patients skipped b at the end of a page'])
  assert.deepEqual(
    walk([
      ['a', 'b'],
      ['b', 'c'],
    ]),
    ['patients returned b twice'],
  )
})

test('mentions: each reader gets each once and in order, and each source has one', () => {
  const mention = (seq: number) => ({ id: `m${seq}`, seq })
  const mentions = [1, 2, 5].map((seq) => ({ ...mention(seq), sourceId: `s${seq}` }))
  const ready = ['s1', 's2']
  const violations = (...seqs: number[]) =>
    checkMentions({ Ada: [seqs.map(mention), []] }, { mentions, ready })
  assert.deepEqual(violations(1, 2, 5), [])
  assert.deepEqual(violations(1, 5), ['Ada never got mention m2 (2)'])
  assert.deepEqual(violations(1, 2, 2, 5), ['Ada got mention m2 (2) again', 'Ada got 2 after 2'])
  assert.deepEqual(violations(2, 1, 5), ['Ada got 1 after 2'])
  const none = 'source s3 has 0 mentions instead of one'
  assert.deepEqual(checkMentions({}, { mentions, ready: ['s3'] }), [none])
  const twice = [...mentions, { ...mention(6), sourceId: 's1' }]
  const two = 'source s1 has 2 mentions instead of one'
  assert.deepEqual(checkMentions({}, { mentions: twice, ready }), [two])
})

test('numbers: without gaps, in the order of requests that did not overlap, one for each request', () => {
  const issue = (invoked: number, returned: number, mark: string, number: string | null) =>
    ({ invoked, returned, mark, number }) as const
  const listedAs = (...marks: string[]) => marks.map((mark, at) => ({ mark, number: `I${at + 1}` }))
  const violations = (issues: ReturnType<typeof issue>[], numbers: { mark: string; number: string }[]) =>
    checkNumbers(issues, { numbers })
  const overlapping = [
    issue(0, 5, 'a', 'I2'),
    issue(1, 4, 'b', 'I1'),
    issue(6, 7, 'c', 'I3'),
    issue(8, Number.POSITIVE_INFINITY, 'd', null),
  ]
  assert.deepEqual(violations(overlapping, listedAs('b', 'a', 'c')), [])
  assert.deepEqual(violations(overlapping, listedAs('b', 'a', 'c', 'd')), [])
  // Each series counts by itself.
  assert.deepEqual(
    violations(
      [issue(0, 1, 'a', 'I1'), issue(2, 3, 'b', 'C1')],
      [
        { mark: 'a', number: 'I1' },
        { mark: 'b', number: 'C1' },
      ],
    ),
    [],
  )

  const [a, b] = [issue(0, 1, 'a', 'I1'), issue(2, 3, 'b', 'I2')]
  const [first, second] = [
    { mark: 'a', number: 'I1' },
    { mark: 'b', number: 'I2' },
  ]
  const bad: [ReturnType<typeof issue>[], (typeof first)[], string][] = [
    [[a, { ...b, number: 'I3' }], [first, { mark: 'b', number: 'I3' }], 'number I2 is missing before 3'],
    [[a, { ...b, number: 'I1' }], [first, { mark: 'b', number: 'I1' }], 'number I1 was assigned twice'],
    [[a, b], [first], 'number I2 was returned and is lost'],
    [[a], listedAs('a', 'a'), 'one request has the numbers I1 and I2'],
    [[a], [first, second], 'number I2 was never requested'],
    [
      [
        { ...a, number: 'I2' },
        { ...b, number: 'I1' },
      ],
      listedAs('b', 'a'),
      'number I1 was requested after 2 was returned',
    ],
  ]
  for (const [issues, numbers, violation] of bad) assert.deepEqual(violations(issues, numbers), [violation])
})

test('usage: each call with a key is counted once, unless its node was killed before anybody read it', () => {
  const at = performance.timeOrigin
  const violations = (calls: Call[], counted: number, ...read: number[]) =>
    checkUsage(
      { calls, usage: read.map((calls) => ({ keyId: 'k', calls })) },
      { usage: [{ keyId: 'k', calls: counted, lastUsedAt: at + 10 }] },
    )
  const killed = call({ life: { isKilled: true } })
  const [lost, refused] = [call({ outcome: null }), call({ outcome: 'unauthenticated' })]
  assert.deepEqual(violations([call({}), call({}), refused], 2), [])
  assert.deepEqual(violations([call({}), lost, killed], 1), [])
  assert.deepEqual(violations([call({}), lost, killed], 3, 2), [])
  assert.deepEqual(violations([call({}), call({})], 1), ['key k has 1 calls, and 2 to 2 were made'])
  assert.deepEqual(violations([call({})], 2), ['key k has 2 calls, and 1 to 1 were made'])
  assert.deepEqual(violations([call({}), killed], 1, 2), ['key k has 1 calls, and 2 to 2 were made'])
  const late = [call({ invoked: 1000 })]
  assert.deepEqual(violations(late, 1), ['key k was used 990 ms after its last use'])
})

test('records: none is lost, there twice, or there after it was removed', () => {
  const { states } = createRecords()
  const found = (state: State, count: number) =>
    checkRecords({ ...states, item: new Map([['a', state]]) }, { item: new Map([['a', count]]) })
  for (const [state, count] of [
    ['done', 1],
    ['removed', 0],
    ['unknown', 0],
    ['unknown', 1],
  ] as const)
    assert.deepEqual(found(state, count), [])
  assert.deepEqual(found('done', 0), ['item a was created and is lost'])
  assert.deepEqual(found('unknown', 2), ['item a exists 2 times'])
  assert.deepEqual(found('removed', 1), ['item a was removed and still exists'])
})
