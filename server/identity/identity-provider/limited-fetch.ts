import type { CustomFetch } from 'openid-client'

const maxBytes = 1024 * 1024

/**
 * Creates a fetch that reads whole responses of at most 1 MB and aborts at `deadline`.
 * @throws TypeError if a response is larger, as for network errors
 */
export function createLimitedFetch(deadline: AbortSignal): CustomFetch {
  return async (url, { body, ...options }) => {
    const signal = AbortSignal.any([deadline, ...(options.signal ? [options.signal] : [])])
    const response = await fetch(url, { ...options, ...(body != null && { body }), signal } as RequestInit)
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > maxBytes) throw new TypeError('The response is too large')
      chunks.push(chunk)
    }
    const { status, headers } = response
    const isEmpty = [101, 204, 205, 304].includes(status)
    return new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers })
  }
}
