import type { ErrorCode, Input, Operation, Output, Problem } from '#contract'

export interface ClientOptions {
  /** The address of Aerie, such as `https://aerie.example.org`. Empty in the browser. */
  baseUrl: string
  /** Sent as a bearer token. Without one, the browser's session cookie authenticates the call. */
  apiKey?: string
  /** Sent with every call. */
  headers?: Record<string, string>
  fetch?: typeof fetch
}

export interface CallOptions {
  /** 1-255 printable characters. Repeating a call with the same key returns the first response. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Called with the response before its body is read, for callers that need its status or headers. */
  onResponse?: (response: Response) => void
}

/** An error response of the server: an RFC 9457 problem. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly problem: Problem
  readonly headers: Headers

  constructor(problem: Problem, headers: Headers) {
    super(problem.detail)
    this.problem = problem
    this.headers = headers
  }

  get code(): ErrorCode {
    return this.problem.code
  }

  get status(): number {
    return this.problem.status
  }
}

export type Client = ReturnType<typeof createClient>

/** Creates a client that calls Aerie's operations, typed by the contract. */
export function createClient(options: ClientOptions) {
  const send = options.fetch ?? fetch

  /**
   * Performs an operation. `input` holds parameters, query and body in one flat object.
   * @throws ApiError if the server returns an error; SyntaxError if the response is not Aerie's, such as a proxy's error
   * page; the error of `fetch` if there is no response
   */
  async function call<O extends Operation>(
    operation: O,
    ...[input, callOptions = {}]: Partial<Input<O>> extends Input<O>
      ? [input?: Input<O>, options?: CallOptions]
      : [input: Input<O>, options?: CallOptions]
  ): Promise<Output<O>> {
    const { url, body } = requestOf(operation, input ?? {})
    const returnsJson = !('media' in operation.result)
    const response = await send(options.baseUrl + url, {
      method: operation.method,
      headers: {
        ...options.headers,
        ...(options.apiKey && { authorization: `Bearer ${options.apiKey}` }),
        ...(returnsJson && { accept: 'application/json' }),
        // fetch sets the content type of a form, including its boundary.
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...(callOptions.idempotencyKey && { 'idempotency-key': callOptions.idempotencyKey }),
      },
      ...(body && { body }),
      ...(callOptions.signal && { signal: callOptions.signal }),
    })
    callOptions.onResponse?.(response)
    if (response.headers.get('content-type')?.startsWith('application/problem+json')) {
      throw new ApiError(await response.json(), response.headers)
    }
    if (!response.ok && !operation.otherStatuses.includes(response.status)) {
      throw new SyntaxError(
        `The response is not from Aerie but from something in between, such as a proxy (${response.status}).`,
      )
    }
    if (response.status === 204) return null as Output<O>
    return returnsJson ? await response.json() : (response as Output<O>)
  }

  return { call }
}

/**
 * Returns the URL and body of a call: each field of the flat input goes where the contract puts it. With a `file`, the
 * body is a form, otherwise JSON.
 * @throws TypeError for a list that contains a comma and would go into a form
 */
export function requestOf(
  operation: Operation,
  input: object,
): { url: string; body: string | FormData | undefined } {
  const query = new URLSearchParams()
  const body = new Map<string, unknown>()
  let path: string = operation.path
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    if (Object.hasOwn(operation.params.shape, name))
      path = path.replace(`:${name}`, encodeURIComponent(String(value)))
    else if (Object.hasOwn(operation.query.shape, name)) query.append(name, String(value))
    else body.set(name, value)
  }
  return {
    url: query.size > 0 ? `${path}?${query}` : path,
    body: bodyOf(operation, Object.fromEntries(body)),
  }
}

function bodyOf({ method, form }: Operation, fields: Record<string, unknown>): string | FormData | undefined {
  if (method === 'GET' || Object.keys(fields).length === 0) return undefined
  const { file, ...others } = fields
  if (!form || !(file instanceof Blob)) return JSON.stringify(fields)
  const body = new FormData()
  // Before the file, so that the server knows them when it reads the file.
  for (const [name, value] of Object.entries(others)) body.append(name, asText(name, value))
  body.append('file', file)
  return body
}

/** Formats a form field: lists separated by commas, objects as JSON. */
function asText(name: string, value: unknown): string {
  if (Array.isArray(value)) {
    if (value.some((entry) => String(entry).includes(',')))
      throw new TypeError(`With a file, ${name} are separated by commas and cannot contain one`)
    return value.join(',')
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
