import type { Socket } from 'node:net'
import { type ErrorCode, errors } from '#contract'
import { own } from '#rules/own'
import { newId } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import { toProblem } from './problem.ts'

const ofNode: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Responds to bytes that Node could not parse as a request. There is only a socket to write to. */
export function answerUnreadable(error: { code?: string }, socket: Socket): void {
  // The parser fails again at each further piece.
  if (socket.writableEnded) return
  if (socket.writable && error.code !== 'ECONNRESET') {
    const code = own(ofNode, error.code ?? '') ?? 'invalid_request'
    const requestId = newId()
    const body = JSON.stringify(toProblem(new Refusal(code), requestId))
    const head = [
      `HTTP/1.1 ${errors[code].status} ${errors[code].title}`,
      'content-type: application/problem+json',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'cache-control: no-store',
      'connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroySoon()
}
