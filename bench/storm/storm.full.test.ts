import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postgres } from '#testing'
import { howToGetPgbouncer, pgbouncerIsThere } from '../../server/testing/pgbouncer.ts'
import { howToGetPostgres } from '../../server/testing/postgres.ts'
import { runStorm } from './run.ts'

const skip = !postgres ? `needs ${howToGetPostgres}` : !pgbouncerIsThere && `needs ${howToGetPgbouncer}`

test('nodes that share only PostgreSQL and object storage stay consistent while they and the database fail', {
  skip,
}, async () => {
  const { verdict, failures } = await runStorm({
    seconds: 15,
    seed: 14,
    nodes: 2,
    patroni: false,
    tell: () => {},
  })
  assert.deepEqual(failures, [])
  const checks = Object.entries(verdict)
  const violations = checks.flatMap(([name, { violations }]) => violations.map((one) => `${name}: ${one}`))
  assert.deepEqual(violations, [])
  const unused = checks.flatMap(([name, { requests }]) => (requests === 0 ? [name] : []))
  assert.deepEqual(unused, [])
})
