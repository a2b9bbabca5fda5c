import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Operation } from '#contract'
import type { File } from '../implement.ts'
import type { Outcome } from './perform.ts'

/** Sets the status and the headers of an outcome, and returns the content to send. */
export function contentOf(
  operation: Operation,
  reply: FastifyReply,
  { status, body, replayed }: Outcome,
): string | Readable | undefined {
  reply.status(status)
  if (replayed) reply.header('idempotent-replayed', 'true')
  if (!('media' in operation.result) && operation.formats.length > 1) reply.header('vary', 'accept')
  if (status === 204) return undefined
  if (typeof body === 'string') {
    reply.type('application/json; charset=utf-8')
    return body
  }
  // Keeps proxies from buffering events.
  if (body.type === 'text/event-stream') reply.header('x-accel-buffering', 'no')
  if (body.filename !== undefined) reply.header('content-disposition', attachment(body.filename))
  reply.type(withCharset(body.type))
  if (body.ofWhole) describePart(reply, body.ofWhole)
  return body.content
}

/** Sets the headers of a part of a file (RFC 9110, 15.3.7). */
function describePart(reply: FastifyReply, { bytes, part }: NonNullable<File['ofWhole']>): void {
  reply.header('accept-ranges', 'bytes')
  if (!part) return
  const { start, end } = part
  reply.status(206).header('content-range', `bytes ${start}-${end}/${bytes}`)
  reply.header('content-length', end - start + 1)
}

const withCharset = (type: string): string =>
  /^text\/(?!event-stream)[^;]*$/.test(type) ? `${type}; charset=utf-8` : type

/** Has the browser save the file instead of showing it: RFC 6266, with RFC 8187 for names beyond ASCII. */
export function attachment(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"${plain === filename ? '' : `; filename*=UTF-8''${encoded}`}`
}
