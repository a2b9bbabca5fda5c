import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runSoak } from './soak.ts'

test('three nodes that share only PostgreSQL and object storage lose nothing', async () => {
  const printed: string[] = []
  const wrong = await runSoak((line) => printed.push(line), { forMs: 0, disturbed: false })
  assert.deepEqual(wrong, [], printed.join('\n'))
})
