import { ApiError } from '#client'

/** Repeats a call while the server is busy, in which case the call had no effect. */
export async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'busy')) throw error
    }
  }
}
