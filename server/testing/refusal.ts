import assert from 'node:assert/strict'
import { ApiError } from '#client'
import type { ErrorCode, Problem } from '#contract'

/** Asserts that a call is refused with this code, and gives the whole problem. */
export async function refusal(call: Promise<unknown>, code: ErrorCode): Promise<Problem> {
  const error = await call.then(
    () => assert.fail(`should be refused with ${code}`),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw error
  assert.equal(error.code, code)
  return error.problem
}
