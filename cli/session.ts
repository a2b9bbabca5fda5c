import { randomUUID } from 'node:crypto'
import { createClient } from '#client'
import { type Input, type Operation, type Output, takesIdempotencyKey } from '#contract'
import { own } from '#rules/own'
import { environment } from './environment.ts'
import { Failure, Unreachable, UsageError } from './failure.ts'
import { type Retry, withRetries } from './retry.ts'
import { readSettings } from './settings-file.ts'

/** The server and the credentials of this call. */
export interface Session {
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
  /** Address of the server. @throws UsageError if it is not an address */
  url(): Promise<string>
  /**
   * Calls an operation. Calls that are safe to repeat are retried while the server is busy or away.
   * @throws UsageError without an API key, Unreachable, ApiError
   */
  call<O extends Operation>(operation: O, input: Input<O>, options?: CallOptions): Promise<Output<O>>
}

export interface CallOptions {
  idempotencyKey?: string | undefined
  retry?: Partial<Retry>
  onResponse?: (response: Response) => void
}

export const defaultUrl = 'http://127.0.0.1:3000'
const attempts = 4

export function openSession(signal: AbortSignal): Session {
  const opening = once(async () => {
    const url = environment.url === undefined ? undefined : parseUrl(environment.url, 'AERIE_URL')
    if (environment.apiKey) {
      const apiKey = parseKey(environment.apiKey)
      return { url: url ?? (await readSettings())?.url ?? defaultUrl, apiKey }
    }
    const saved = await readSettings()
    // A saved key is only sent to the server that it belongs to.
    const apiKey = saved && (url === undefined || url === saved.url) ? saved.apiKey : undefined
    return { url: url ?? saved?.url ?? defaultUrl, apiKey }
  })
  return {
    signal,
    url: async () => (await opening()).url,
    async call(operation, input, options) {
      const { url, apiKey } = await opening()
      if (apiKey === undefined && operation.allow !== 'anyone') {
        throw new UsageError(`No API key for ${url}. Set AERIE_API_KEY, or run: aerie login`)
      }
      return callAt({ url, apiKey, signal }, operation, input, options)
    },
  }
}

/** Returns an address without a slash at its end. @throws UsageError if it is not the address of a server */
export function parseUrl(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new UsageError(`${name} is not an address such as https://aerie.example.org`)
  }
  return url.href.replace(/\/+$/, '')
}

/** Rejects characters that no header can hold: the error of `fetch` would show the key. */
function parseKey(text: string): string {
  if (/^[!-~]+$/.test(text.trim())) return text.trim()
  throw new UsageError('AERIE_API_KEY is not an API key: it contains an invalid character')
}

/** Calls an operation of a server. */
export async function callAt<O extends Operation>(
  { url, apiKey, signal }: { url: string; apiKey: string | undefined; signal: AbortSignal },
  operation: O,
  input: Input<O>,
  { idempotencyKey, retry, onResponse }: CallOptions = {},
): Promise<Output<O>> {
  const client = createClient({ baseUrl: url, fetch: fetchFromServer, ...(apiKey && { apiKey }) })
  const perform = client.call as (...args: unknown[]) => Promise<Output<O>>
  const key = takesIdempotencyKey(operation) ? (idempotencyKey ?? randomUUID()) : undefined
  const mayRepeat = operation.method === 'GET' || key !== undefined
  const options = {
    signal,
    ...(key && { idempotencyKey: key }),
    onResponse(response: Response) {
      requireAerie(operation, response, url)
      onResponse?.(response)
    },
  }
  return withRetries(
    () => perform(operation, input, options).catch((error) => Promise.reject(toCliError(error, url))),
    { attempts: mayRepeat ? attempts : 1, signal, ...retry },
  )
}

/**
 * Never follows a redirect with the key. Both settings together also keep Node from copying each upload in memory, because
 * the request is never resent (WHATWG Fetch, HTTP-network-or-cache fetch).
 */
const fetchFromServer: typeof fetch = (address, init) =>
  fetch(address, { ...init, redirect: 'error', window: null })

/** @throws Unreachable if the response is not from Aerie, but from a proxy or another server */
function requireAerie(operation: Operation, { status, headers }: Response, url: string): void {
  const type = headers.get('content-type') ?? ''
  if (type.startsWith('application/problem+json')) return
  const expected = status < 300 || operation.otherStatuses.includes(status)
  const types = 'media' in operation.result ? operation.result.media : ['application/json']
  if (expected && types.some((one) => type.startsWith(one))) return
  if (status === 429) throw new Failure(`${url} rejects calls for now, after too many failed attempts (429).`)
  throw new Unreachable(
    `The server at ${url} is not Aerie (${status}, ${type || 'no content type'}).`,
    [502, 503, 504].includes(status),
  )
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection lost',
  UND_ERR_SOCKET: 'connection lost',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  ENOTFOUND: 'host not found',
}

/** Returns a clear error for a failed `fetch`: only its cause is specific. */
function toCliError(error: unknown, url: string): unknown {
  if (error instanceof SyntaxError) return new Unreachable(`The server at ${url} is not Aerie.`, false)
  if (!(error instanceof TypeError)) return error
  const { code = '', message = error.message } = Object(error.cause) as { code?: string; message?: string }
  if (message === 'unexpected redirect') {
    return new Unreachable(`${url} redirects to another address. Use that address.`, false)
  }
  return new Unreachable(`${url} does not respond: ${own(reasons, code) ?? message}.`, code !== 'ENOTFOUND', {
    cause: error,
  })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
