const firstMs = 1000

/**
 * Returns how long to wait before another attempt: what the endpoint asks for in `Retry-After`, in seconds or as an HTTP
 * date (RFC 9110, 10.2.3), or in OpenAI's more precise `retry-after-ms`; otherwise longer after each attempt.
 * @param attempt from 0
 * @param now in milliseconds since 1970
 */
export function retryAfterMs(headers: Headers | undefined, attempt: number, now: number): number {
  return askedFor(headers, now) ?? firstMs * 2 ** attempt
}

function askedFor(headers: Headers | undefined, now: number): number | null {
  const precise = headers?.get('retry-after-ms')?.trim()
  if (precise && /^\d+(\.\d+)?$/.test(precise)) return Number(precise)
  const given = headers?.get('retry-after')?.trim()
  if (!given) return null
  if (/^\d+(\.\d+)?$/.test(given)) return Number(given) * 1000
  const date = Date.parse(given)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
