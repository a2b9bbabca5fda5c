import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const reportEveryMs = 10_000

/**
 * Logs one line per call, with the route's pattern instead of the path, which may hold a token. Unauthenticated calls are
 * only counted, in one line per ten seconds, so that a flood of invalid keys cannot fill the disk.
 */
export function logRequests(app: FastifyInstance): void {
  let unrecognized = 0
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode === 401) unrecognized++
    else log(request, reply)
    done()
  })
  const timer = setInterval(report, reportEveryMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    report()
  })

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
