/**
 * `fetch` that tells how much of the body has gone up, which browsers know of XMLHttpRequest only.
 * @param onSent is given the part that has gone up, from 0 to 1
 */
export function uploadFetch(onSent: (part: number) => void): typeof fetch {
  return (url, { method = 'GET', headers, body = null, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const stop = () => request.abort()
      signal?.addEventListener('abort', stop)
      request.open(method, String(url))
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        onSent(total > 0 ? loaded / total : 0),
      )
      request.addEventListener('load', () =>
        resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request) })),
      )
      request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
      request.addEventListener('abort', () => reject(signal?.reason))
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop))
      request.send(body as XMLHttpRequestBodyInit | null)
      if (signal?.aborted) stop()
    })
}

function headersOf(request: XMLHttpRequest): Headers {
  const lines = request.getAllResponseHeaders().trim().split('\r\n')
  return new Headers(
    lines.filter(Boolean).map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
  )
}
