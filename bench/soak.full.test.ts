import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postgres } from '#testing'
import { howToGetPgbouncer, pgbouncerIsThere } from '../server/testing/pgbouncer.ts'
import { howToGetPostgres } from '../server/testing/postgres.ts'
import { runSoak } from './soak.ts'

const skip = !postgres ? `needs ${howToGetPostgres}` : !pgbouncerIsThere && `needs ${howToGetPgbouncer}`

test('three nodes that share only PostgreSQL and object storage lose nothing', { skip }, async () => {
  const printed: string[] = []
  const wrong = await runSoak((line) => printed.push(line), { minutes: '0' })
  assert.deepEqual(wrong, [], printed.join('\n'))
})
