import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryError, requireMemory } from './memory.ts'

const megabytes = (count: number) => count * 1024 * 1024

test('a start with too little memory fails with one sentence', () => {
  const cases = [
    [
      'embedded',
      { total: megabytes(256), free: megabytes(8000) },
      'with the embedded database, but only 256 MB',
    ],
    [
      'embedded',
      { total: megabytes(8000), free: megabytes(300) },
      'with the embedded database, but only 300 MB',
    ],
    ['postgresql', { total: megabytes(128), free: megabytes(8000) }, 'with PostgreSQL, but only 128 MB'],
    ['postgresql', { total: megabytes(256), free: megabytes(100) }, 'with PostgreSQL, but only 100 MB'],
  ] as const
  for (const [kind, memory, message] of cases) {
    assert.throws(
      () => requireMemory(kind, memory),
      (error) => error instanceof MemoryError && error.message.includes(message),
    )
  }
})

test('a start with the documented memory is allowed', () => {
  for (const total of [megabytes(512), 2 ** 63]) requireMemory('embedded', { total, free: megabytes(512) })
  requireMemory('postgresql', { total: megabytes(256), free: megabytes(256) })
})
