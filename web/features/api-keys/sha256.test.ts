import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { sha256 } from './sha256.ts'

test('the browser hashes tokens as the server does', () => {
  for (const text of ['', 'abc', 'aie_01234567_', 'A'.repeat(43), '-_'.repeat(1000)]) {
    assert.equal(sha256(text), hash('sha256', text, 'hex'))
  }
})
