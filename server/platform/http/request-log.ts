import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getHealth, getReadiness } from '#contract'

const reportEveryMs = 10_000

/**
 * Logs one line per call, with the route's pattern instead of the path, which may hold a token. Unauthenticated calls are
 * only counted, in one line per ten seconds, so that a flood of invalid keys cannot fill the disk. Of readiness and health
 * checks, which load balancers send every second, only those with another result than the one before are logged.
 */
export function logRequests(app: FastifyInstance): void {
  let unrecognized = 0
  const checks = new Map<string, number>([getHealth, getReadiness].map(({ path }) => [path, 200]))
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode === 401) unrecognized++
    else if (!isSameCheck(request, reply)) log(request, reply)
    done()
  })
  const timer = setInterval(report, reportEveryMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    report()
  })

  /** Returns whether this is a check with the status of the last one. */
  function isSameCheck(
    { method, routeOptions: { url = '' } }: FastifyRequest,
    { statusCode }: FastifyReply,
  ): boolean {
    const last = checks.get(url)
    if (last === undefined || !['GET', 'HEAD'].includes(method)) return false
    checks.set(url, statusCode)
    return statusCode === last
  }

  function log(request: FastifyRequest, reply: FastifyReply): void {
    const facts = {
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      userId: request.actor?.userId,
      apiKey: request.actor?.apiKey?.prefix,
    }
    request.log.info(facts, 'call')
  }

  function report(): void {
    if (unrecognized > 0) app.log.warn({ calls: unrecognized }, 'unauthenticated calls')
    unrecognized = 0
  }
}
