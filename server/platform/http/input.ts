import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Operation } from '#contract'
import type { Call, Credentials, UploadedFile } from '../implement.ts'
import { Refusal } from '../refusal.ts'
import { plainAddress } from './address.ts'
import type { Incoming } from './incoming.ts'
import { receiveForm } from './receive-form.ts'
import { type RefusalNow, signalOf } from './under-way.ts'
import { refuseBrokenEscapes, type ValidInput, validateFields, validateParams } from './validate.ts'

/** Reads and validates a request, and stores its file if it has one. */
export function inputOf(
  operation: Operation,
  request: FastifyRequest,
  incoming: Incoming,
  maxUploadBytes: number,
): ValidInput | Promise<ValidInput> {
  const { query, url } = request
  const params = validateParams(operation, request.params)
  refuseBrokenEscapes(url)
  const isForm = operation.form !== null && request.isMultipart()
  const validated = (body: unknown) => ({ params, ...validateFields(operation, { query, body }, isForm) })
  return isForm
    ? receiveForm(request, incoming.store, maxUploadBytes).then(validated)
    : validated(request.body)
}

/** Validated input with what else a handler gets from the request. What few handlers use is created by its use. */
export class RequestCall implements Call {
  readonly params: Call['params']
  readonly query: Call['query']
  readonly body: unknown
  readonly actor: Actor | null
  readonly format: string
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #refusalOf: (call: Call) => ReturnType<RefusalNow>

  constructor(
    operation: Operation,
    input: ValidInput,
    request: FastifyRequest,
    reply: FastifyReply,
    refusalOf: (call: Call) => ReturnType<RefusalNow>,
  ) {
    this.params = input.params
    this.query = input.query
    this.body = input.body
    this.actor = request.actor
    this.format = bestFormat(request.headers.accept, operation.formats)
    this.#request = request
    this.#reply = reply
    this.#refusalOf = refusalOf
  }

  get range(): string | undefined {
    const { range, 'if-range': condition } = this.#request.headers
    // Responses have no validators, so that no condition holds.
    return condition === undefined ? range : undefined
  }

  get credentials(): Credentials {
    return credentialsOf(this.#request, this.#reply)
  }

  get refusalNow(): RefusalNow {
    return () => this.#refusalOf(this)
  }

  get signal(): AbortSignal {
    return signalOf(this.#request, this.#reply, this.refusalNow)
  }
}

/** Node takes the first of some of these, and joins others. */
const singleHeaders = ['authorization', 'content-type', 'idempotency-key']

/** Refuses headers that could mean one thing to a proxy and another to this server. @throws Refusal `invalid_request` */
export function refuseRepeatedHeaders({ raw: { headers, rawHeaders } }: FastifyRequest): void {
  // Node has each name once.
  if (rawHeaders.length === 2 * Object.keys(headers).length) return
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
  const repeated = singleHeaders.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (repeated)
    throw new Refusal('invalid_request', `Send ${rawHeaders[2 * names.lastIndexOf(repeated)]} only once.`)
}

/** Returns the credentials that a request carries. */
export function credentialsOf(request: FastifyRequest, reply: FastifyReply): Credentials {
  return {
    authorization: request.headers.authorization,
    cookie: request.headers.cookie,
    userAgent: request.headers['user-agent'],
    // A proxy may report something that is no address.
    address: plainAddress(request.ip) ?? plainAddress(request.socket.remoteAddress),
    setCookie: (header) => void reply.header('set-cookie', header),
    setHeader: (name, value) => void reply.header(name, value),
    onRefusal(listener) {
      request.onRefusal = listener
    },
  }
}

/** Replaces an uploaded file by its hash: two uploads are the same request whatever the file is called. */
export function withHash({ params, query, body }: ValidInput): ValidInput {
  const { file, ...fields } = Object(body) as { file?: UploadedFile }
  return { params, query, body: file?.sha256 ? { ...fields, file: file.sha256 } : body }
}

interface Range {
  type: string
  subtype: string
  q: number
}

/**
 * Returns the format that the caller prefers (RFC 9110, 12.5.1). Ties, and callers that no format suits, get the first.
 */
export function bestFormat(accept: string | undefined, formats: readonly [string, ...string[]]): string {
  if (formats.length === 1 || accept === undefined) return formats[0]
  const ranges = accept.split(',').flatMap(parseRange)
  const weighted = formats.map((format) => ({ format, q: quality(format, ranges) }))
  const best = Math.max(...weighted.map(({ q }) => q))
  return (best > 0 && weighted.find(({ q }) => q === best)?.format) || formats[0]
}

/** The most specific range that covers a format determines its weight. */
function quality(format: string, ranges: Range[]): number {
  const [type, subtype] = format.split('/')
  const of = (a: string | undefined, b: string | undefined) =>
    ranges.find((range) => range.type === a && range.subtype === b)?.q
  return of(type, subtype) ?? of(type, '*') ?? of('*', '*') ?? 0
}

/** Parameters other than `q` are ignored: no format has any. */
function parseRange(written: string): Range[] {
  const [range = '', ...parameters] = written.split(';').map((part) => part.trim().toLowerCase())
  const [, type, subtype] = /^([^\s/]+)\/([^\s/]+)$/.exec(range) ?? []
  if (!type || !subtype) return []
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  if (weight === undefined) return [{ type, subtype, q: 1 }]
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? [{ type, subtype, q: Number(weight) }] : []
}
