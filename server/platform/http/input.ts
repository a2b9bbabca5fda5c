import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '#contract'
import type { UploadedFile } from '../implement.ts'
import { bestFormat } from './accept.ts'
import type { Incoming } from './incoming.ts'
import type { ValidCall } from './perform.ts'
import { receiveForm } from './receive-form.ts'
import type { Credentials } from './recognise.ts'
import { refuseBrokenEscapes, type ValidInput, validate, validateParams } from './validate.ts'

/** Reads and checks a request; its file, where it has one, is then in the store. */
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

export function callOf(
  operation: Operation,
  input: ValidInput,
  request: FastifyRequest,
  reply: FastifyReply,
): ValidCall {
  return {
    ...input,
    actor: request.actor,
    format: bestFormat(request.headers.accept, operation.formats),
    credentials: credentialsOf(request, reply),
    get signal() {
      return signalOf(request, reply)
    },
  }
}

export function credentialsOf(request: FastifyRequest, reply: FastifyReply): Credentials {
  return {
    authorization: request.headers.authorization,
    cookie: request.headers.cookie,
    userAgent: request.headers['user-agent'],
    setCookie: (header) => void reply.header('set-cookie', header),
  }
}

/** Aborted when the caller has gone before the answer, and when the server ends. */
export function signalOf(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return AbortSignal.any([gone.signal, request.server.ending])
}

/** An upload is the same as another by its fields and the hash of its file, whatever the file is called. */
export function withHash({ params, query, body }: ValidInput): ValidInput {
  const { file, ...fields } = Object(body) as { file?: UploadedFile }
  return { params, query, body: file?.sha256 ? { ...fields, file: file.sha256 } : body }
}
