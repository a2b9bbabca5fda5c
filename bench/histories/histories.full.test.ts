import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postgres } from '#testing'
import { howToGetPgbouncer, pgbouncerIsThere } from '../../server/testing/pgbouncer.ts'
import { howToGetPostgres } from '../../server/testing/postgres.ts'
import { check } from './history.ts'
import { recordHistory } from './record.ts'

const skip = !postgres ? `needs ${howToGetPostgres}` : !pgbouncerIsThere && `needs ${howToGetPgbouncer}`

test('requests to two nodes are consistent while nodes, connections and databases fail', {
  skip,
}, async () => {
  const { history, failures } = await recordHistory({ seconds: 12, seed: 14 })
  assert.deepEqual(failures, [])
  const verdict = Object.entries(check(history))
  const violations = verdict.flatMap(([name, { violations }]) => violations.map((one) => `${name}: ${one}`))
  assert.deepEqual(violations, [])
  const unused = verdict.flatMap(([name, { requests }]) => (requests === 0 ? [name] : []))
  assert.deepEqual(unused, ['responses'])
})
