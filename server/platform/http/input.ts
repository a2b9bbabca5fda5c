import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '#contract'
import type { Credentials, UploadedFile } from '../implement.ts'
import { Refusal } from '../refusal.ts'
import { bestFormat } from './accept.ts'
import type { IsStillValid } from './access.ts'
import type { Incoming } from './incoming.ts'
import type { ValidCall } from './perform.ts'
import { receiveForm } from './receive-form.ts'
import { callerOf } from './still-valid.ts'
import { refuseBrokenEscapes, type ValidInput, validate, validateParams } from './validate.ts'

/** Reads and validates a request, and stores its file if it has one. */
export async function inputOf(
  operation: Operation,
  request: FastifyRequest,
  incoming: Incoming,
  maxUploadBytes: number,
): Promise<ValidInput> {
  const { params, query, url } = request
  validateParams(operation, params)
  refuseBrokenEscapes(url)
  const isForm = operation.form !== null && request.isMultipart()
  const body = isForm ? await receiveForm(request, incoming.store, maxUploadBytes) : request.body
  return validate(operation, { params, query, body }, isForm)
}

/** Combines validated input with what else a handler gets from the request. */
export function callOf(
  operation: Operation,
  input: ValidInput,
  request: FastifyRequest,
  reply: FastifyReply,
  isStillValid: IsStillValid,
): ValidCall {
  // Assigned to, not copied: a copy would create the signal, which few handlers use.
  return Object.assign(callerOf(request, reply, isStillValid), {
    ...input,
    actor: request.actor,
    format: bestFormat(request.headers.accept, operation.formats),
    credentials: credentialsOf(request, reply),
  })
}

/** Node takes the first of some of these, and joins others. */
const singleHeaders = new Set(['authorization', 'content-type', 'idempotency-key'])

/** Refuses headers that could mean one thing to a proxy and another to this server. @throws Refusal `invalid_request` */
export function refuseRepeatedHeaders({ raw: { rawHeaders } }: FastifyRequest): void {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase()
    if (!singleHeaders.has(name)) continue
    if (seen.has(name)) throw new Refusal('invalid_request', `Send ${rawHeaders[at]} only once.`)
    seen.add(name)
  }
}

/** Returns the caller's network address. A proxy may report something that is none. */
function addressOf({ ip, socket }: FastifyRequest): string | undefined {
  const address = isIP(ip) && !ip.includes('%') ? ip : socket.remoteAddress
  return address?.replace(/^::ffff:(?=[0-9.]+$)/i, '')
}

/** Returns the credentials that a request carries. */
export function credentialsOf(request: FastifyRequest, reply: FastifyReply): Credentials {
  return {
    authorization: request.headers.authorization,
    cookie: request.headers.cookie,
    userAgent: request.headers['user-agent'],
    address: addressOf(request),
    setCookie: (header) => void reply.header('set-cookie', header),
    onAnswer(listener) {
      request.onAnswer = listener
    },
  }
}

/** Replaces an uploaded file by its hash: two uploads are the same request whatever the file is called. */
export function withHash({ params, query, body }: ValidInput): ValidInput {
  const { file, ...fields } = Object(body) as { file?: UploadedFile }
  return { params, query, body: file?.sha256 ? { ...fields, file: file.sha256 } : body }
}
