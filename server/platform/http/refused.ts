import type { FastifyRequest } from 'fastify'
import type { Operation } from '#contract'

/**
 * Reports, once, that a call was answered with an error. Called when the answer is sent.
 * @param operation what the call asked for, if the route offers several operations
 */
export function reportRefusal(
  request: FastifyRequest,
  status: number,
  operation?: Pick<Operation, 'method' | 'path'>,
): void {
  const { id: requestId, refusedAs: code, onRefusal } = request
  if (!onRefusal || status < 400) return
  request.onRefusal = null
  const { method, path = null } = operation ?? { method: request.method, path: request.routeOptions.url }
  const route = path?.replace(/:(\w+)/g, '{$1}') ?? null
  onRefusal({ requestId, method, route, status, code })
}
