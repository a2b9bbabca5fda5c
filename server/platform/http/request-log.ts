import type { FastifyInstance } from 'fastify'

const unrecognisedEveryMs = 10_000

/**
 * One line a call: the route's pattern, never the path, which may hold a token. Calls that were not recognised are
 * counted instead, one line in ten seconds, so that a flood of bad keys cannot fill the disk.
 */
export function logRequests(app: FastifyInstance): void {
  let unrecognised = 0
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode === 401) {
      unrecognised++
      return
    }
    const facts = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      userId: request.actor?.userId,
      apiKey: request.actor?.apiKey?.prefix,
    }
    request.log.info(facts, 'call')
  })
  const timer = setInterval(report, unrecognisedEveryMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    report()
  })

  function report(): void {
    if (unrecognised > 0) app.log.warn({ calls: unrecognised }, 'calls were not recognised')
    unrecognised = 0
  }
}
