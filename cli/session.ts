import { randomUUID } from 'node:crypto'
import { createClient } from '#client'
import { type Input, type Operation, type Output, takesIdempotencyKey } from '#contract'
import { environment } from './environment.ts'
import { Failure, Unreachable, UsageError } from './failure.ts'
import { type Patience, patiently } from './patience.ts'
import { readSettings } from './settings-file.ts'

/** The server that is spoken to, and as whom. */
export interface Session {
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
  /** Where the server is. @throws UsageError where the address is none. */
  url(): Promise<string>
  /**
   * Performs an operation; what is safe to repeat is tried again where the server is busy or gone.
   * @throws UsageError without a key, Unreachable, ApiError
   */
  call<O extends Operation>(operation: O, input: Input<O>, how?: How): Promise<Output<O>>
}

export interface How {
  idempotencyKey?: string | undefined
  patience?: Partial<Patience>
  onResponse?: (response: Response) => void
}

export const defaultUrl = 'http://127.0.0.1:3000'
const attempts = 4

export function openSession(signal: AbortSignal): Session {
  const opening = once(async () => {
    const url = environment.url === undefined ? undefined : checkedUrl(environment.url, 'AERIE_URL')
    if (environment.apiKey) {
      const apiKey = checkedKey(environment.apiKey)
      return { url: url ?? (await readSettings())?.url ?? defaultUrl, apiKey }
    }
    const kept = await readSettings()
    // A key goes to the server that it is for, and to no other.
    const apiKey = kept && (url === undefined || url === kept.url) ? kept.apiKey : undefined
    return { url: url ?? kept?.url ?? defaultUrl, apiKey }
  })
  return {
    signal,
    url: async () => (await opening()).url,
    async call(operation, input, how) {
      const { url, apiKey } = await opening()
      if (apiKey === undefined && operation.allow !== 'anyone') {
        throw new UsageError(`No key for ${url}. Set AERIE_API_KEY, or run: aerie login`)
      }
      return callAt({ url, apiKey, signal }, operation, input, how)
    },
  }
}

/** @throws UsageError where it is no address of a server. */
export function checkedUrl(written: string, name: string): string {
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new UsageError(`${name} is not an address such as https://aerie.example.org`)
  }
  return url.href.replace(/\/+$/, '')
}

/** What no header can hold would be told by `fetch` with the key in its message. */
function checkedKey(written: string): string {
  if (/^[!-~]+$/.test(written.trim())) return written.trim()
  throw new UsageError('AERIE_API_KEY is no key: there is a character in it that no key has')
}

/** Performs an operation at a server. */
export async function callAt<O extends Operation>(
  { url, apiKey, signal }: { url: string; apiKey: string | undefined; signal: AbortSignal },
  operation: O,
  input: Input<O>,
  { idempotencyKey, patience, onResponse }: How = {},
): Promise<Output<O>> {
  const client = createClient({ baseUrl: url, fetch: fetchHere, ...(apiKey && { apiKey }) })
  const perform = client.call as (...args: unknown[]) => Promise<Output<O>>
  const key = takesIdempotencyKey(operation) ? (idempotencyKey ?? randomUUID()) : undefined
  const mayRepeat = operation.method === 'GET' || key !== undefined
  const options = {
    signal,
    ...(key && { idempotencyKey: key }),
    onResponse(response: Response) {
      refuseForeign(operation, response, url)
      onResponse?.(response)
    },
  }
  return patiently(
    () => perform(operation, input, options).catch((error) => Promise.reject(explained(error, url))),
    { attempts: mayRepeat ? attempts : 1, signal, ...patience },
  )
}

/**
 * A key goes nowhere else. Both settings together also keep Node from holding a copy of each upload in memory, as a request
 * has to be cloned that could be sent again (WHATWG Fetch, HTTP-network-or-cache fetch).
 */
const fetchHere: typeof fetch = (address, init) =>
  fetch(address, { ...init, redirect: 'error', window: null })

/** @throws Unreachable where what answered is not Aerie: a proxy before it, or something else altogether. */
function refuseForeign(operation: Operation, { status, headers }: Response, url: string): void {
  const type = headers.get('content-type') ?? ''
  if (type.startsWith('application/problem+json')) return
  const expected = status < 300 || operation.otherStatuses.includes(status)
  const types = 'media' in operation.result ? operation.result.media : ['application/json']
  if (expected && types.some((one) => type.startsWith(one))) return
  if (status === 429) throw new Failure(`${url} turns us away for now, after too many failed attempts (429).`)
  throw new Unreachable(
    `What answers at ${url} is not Aerie (${status}, ${type || 'nothing said about its content'}).`,
    [502, 503, 504].includes(status),
  )
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was lost',
  UND_ERR_SOCKET: 'the connection was lost',
  UND_ERR_CONNECT_TIMEOUT: 'it takes too long',
  ENOTFOUND: 'there is no such host',
}

/** What `fetch` throws where nobody answers says little; its cause says more. */
function explained(error: unknown, url: string): unknown {
  if (error instanceof SyntaxError) return new Unreachable(`What answers at ${url} is not Aerie.`, false)
  if (!(error instanceof TypeError)) return error
  const { code = '', message = error.message } = Object(error.cause) as { code?: string; message?: string }
  if (message === 'unexpected redirect') {
    return new Unreachable(`${url} leads elsewhere. Give the address that it leads to.`, false)
  }
  return new Unreachable(`${url} does not answer: ${reasons[code] ?? message}.`, code !== 'ENOTFOUND', {
    cause: error,
  })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
