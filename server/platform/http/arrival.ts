import type { FastifyRequest } from 'fastify'
import { errors } from '#contract'
import { reportRefusal } from './refused.ts'
import { largestTextBody } from './routes.ts'
import { answerUnreadable } from './unreadable.ts'

/** Enough for the largest upload on a slow connection. */
export const uploadArrivesWithinMs = 3_600_000

/**
 * Ends the connection of a sender that does not finish its body in time, with 408. Routes that take files give it an
 * hour, and others a part of that by their limit: 15 minutes for 1 MB, 14 seconds for the 16 kB of public routes.
 */
export function limitArrival(request: FastifyRequest): void {
  const { raw, routeOptions } = request
  const { bodyLimit = largestTextBody } = routeOptions
  if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
  const end = () => {
    // A body that arrived but was not read has no other event.
    if (raw.complete) return
    answerUnreadable({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket)
    request.refusedAs = 'request_timeout'
    reportRefusal(request, errors.request_timeout.status)
  }
  const timer = setTimeout(end, (uploadArrivesWithinMs * bodyLimit) / largestTextBody).unref()
  raw.once('close', () => clearTimeout(timer))
}
