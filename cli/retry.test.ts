import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError } from '#client'
import { Unreachable } from './failure.ts'
import { withRetries } from './retry.ts'

const { signal } = new AbortController()
const gone = new Unreachable('does not respond', true)

/** Fails with each of these errors in turn, then succeeds. Returns the result and the number of attempts. */
async function tryWith(errors: Error[], attempts: number) {
  let made = 0
  const attempt = async () => {
    const error = errors[made++]
    if (error) throw error
    return 'done'
  }
  const result = await withRetries(attempt, { attempts, signal }).catch((error) => error)
  return { result, made }
}

const busy = (retryAfter: string) =>
  new ApiError(
    { type: '/api/docs#busy', title: 'Busy', status: 503, detail: 'Busy', code: 'busy' },
    new Headers({ 'retry-after': retryAfter }),
  )

describe('retries', () => {
  test('what fails for the time being is tried again', async () => {
    assert.deepEqual(await tryWith([gone], 3), { result: 'done', made: 2 })
    assert.deepEqual(await tryWith([busy('0')], 3), { result: 'done', made: 2 })
  })

  test('the last attempt is the last', async () => {
    assert.deepEqual(await tryWith([gone, gone, gone], 2), { result: gone, made: 2 })
    assert.deepEqual(await tryWith([gone], 1), { result: gone, made: 1 })
  })

  test('what will fail again, or only much later may succeed, is not tried again', async () => {
    for (const error of [new Error('no'), new Unreachable('is not Aerie', false), busy('61')])
      assert.deepEqual(await tryWith([error], 3), { result: error, made: 1 })
  })
})
