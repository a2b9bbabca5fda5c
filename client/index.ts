import type { ErrorCode, Input, Operation, Output, Problem } from '#contract'

export interface ClientOptions {
  /** Where Aerie answers, such as `https://aerie.example.org`; empty in the browser. */
  baseUrl: string
  /** Sent as a bearer token. Without one, the browser's session cookie speaks. */
  apiKey?: string
  /** Sent with every call. */
  headers?: Record<string, string>
  fetch?: typeof fetch
}

export interface CallOptions {
  /** 1-255 printable characters: a repeat of the call gives the first answer again. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Is shown the response before its body is read: its status may say more than the answer. */
  onResponse?: (response: Response) => void
}

/** A refusal: what the server said, as an RFC 9457 problem. */
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

/** Calls Aerie's operations, typed by the contract. */
export function createClient(options: ClientOptions) {
  const send = options.fetch ?? fetch

  /**
   * Performs an operation. `input` holds parameters, query and body in one flat object.
   * @throws ApiError where the server refuses; SyntaxError where something before it answered in its place; what `fetch`
   * throws where nothing answers.
   */
  async function call<O extends Operation>(
    operation: O,
    ...[input, callOptions = {}]: Partial<Input<O>> extends Input<O>
      ? [input?: Input<O>, options?: CallOptions]
      : [input: Input<O>, options?: CallOptions]
  ): Promise<Output<O>> {
    const { url, body } = requestOf(operation, input ?? {})
    const givesJson = !('media' in operation.result)
    const response = await send(options.baseUrl + url, {
      method: operation.method,
      headers: {
        ...options.headers,
        ...(options.apiKey && { authorization: `Bearer ${options.apiKey}` }),
        ...(givesJson && { accept: 'application/json' }),
        // A form names its own, with its boundary.
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
        `What answered is not Aerie but something in its place, such as a proxy (${response.status}).`,
      )
    }
    return givesJson ? await response.json() : (response as Output<O>)
  }

  return { call }
}

/**
 * Where a call goes, and its body: each field of the flat input goes where the contract has it. With a `file`, the body
 * is a form, else JSON.
 * @throws TypeError for a list with a comma in it that would go into a form
 */
export function requestOf(
  operation: Operation,
  input: object,
): { url: string; body: string | FormData | undefined } {
  const query = new URLSearchParams()
  const body: Record<string, unknown> = {}
  let path: string = operation.path
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    if (name in operation.params.shape) path = path.replace(`:${name}`, encodeURIComponent(String(value)))
    else if (name in operation.query.shape) query.append(name, String(value))
    else body[name] = value
  }
  return { url: query.size > 0 ? `${path}?${query}` : path, body: bodyOf(operation, body) }
}

function bodyOf({ method, form }: Operation, fields: Record<string, unknown>): string | FormData | undefined {
  if (method === 'GET' || Object.keys(fields).length === 0) return undefined
  const { file, ...others } = fields
  if (!form || !(file instanceof Blob)) return JSON.stringify(fields)
  const body = new FormData()
  // Before the file, so that whoever reads the stream knows them first.
  for (const [name, value] of Object.entries(others)) body.append(name, asText(name, value))
  body.append('file', file)
  return body
}

/** As the contract reads the fields of a form: lists separated by commas, objects as JSON. */
function asText(name: string, value: unknown): string {
  if (Array.isArray(value)) {
    if (value.some((one) => String(one).includes(',')))
      throw new TypeError(`With a file, ${name} are separated by commas and cannot hold one`)
    return value.join(',')
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
