import type { FastifyReply } from 'fastify'
import type { Operation } from '#contract'
import { attachment } from './file.ts'
import type { Outcome } from './perform.ts'

export function send(
  operation: Operation,
  reply: FastifyReply,
  { status, body, replayed }: Outcome,
): FastifyReply {
  reply.status(status)
  if (replayed) reply.header('idempotent-replayed', 'true')
  if (!('media' in operation.result) && operation.formats.length > 1) reply.header('vary', 'accept')
  if (typeof body === 'string') return reply.type('application/json; charset=utf-8').send(body)
  // Proxies would collect events until there are some kilobytes of them.
  if (body.type === 'text/event-stream') reply.header('x-accel-buffering', 'no')
  if (body.filename !== undefined) reply.header('content-disposition', attachment(body.filename))
  return reply.type(withCharset(body.type)).send(body.content)
}

const withCharset = (type: string): string =>
  /^text\/(?!event-stream)[^;]*$/.test(type) ? `${type}; charset=utf-8` : type
