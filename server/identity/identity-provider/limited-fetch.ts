import type { CustomFetch } from 'openid-client'

const answersAtMost = 1024 * 1024

/**
 * A fetch that reads whole answers, of a megabyte at most, and ends with `deadline`.
 * @throws TypeError where an answer is larger, as where there is none
 */
export function createLimitedFetch(deadline: AbortSignal): CustomFetch {
  return async (url, { body, ...options }) => {
    const signal = AbortSignal.any([deadline, ...(options.signal ? [options.signal] : [])])
    const response = await fetch(url, { ...options, ...(body != null && { body }), signal } as RequestInit)
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > answersAtMost) throw new TypeError('The answer is too large')
      chunks.push(chunk)
    }
    const { status, headers } = response
    const isEmpty = [101, 204, 205, 304].includes(status)
    return new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers })
  }
}
