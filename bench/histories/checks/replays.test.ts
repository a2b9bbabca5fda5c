import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkReplays } from './replays.ts'

const replay = (key: string, body: string) => ({ operation: 'projects.create', key, body })

test('responses under one key must be byte-identical', () => {
  assert.deepEqual(checkReplays([replay('1', '{"a":1}'), replay('2', '{"a":2}'), replay('1', '{"a":1}')]), [])
  assert.deepEqual(checkReplays([replay('1', '{"a":1}'), replay('1', '{"a": 1}')]), [
    'projects.create returned {"a":1} and then {"a": 1}',
  ])
})
