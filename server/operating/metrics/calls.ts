import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { type Operation, signIn, verifyRecoveryCode, verifyTotp } from '#contract'
import type { Implementation } from '#platform'

const methods = new Set(METHODS)
const withPassword: Operation[] = [signIn]
const withCode: Operation[] = [verifyTotp, verifyRecoveryCode]

/** Counts calls by operation. Labels never contain what a caller chose, such as paths, ids or unknown methods. */
export function measureCalls(
  registry: Registry,
  { server, implementations }: { server: FastifyInstance; implementations: Implementation[] },
): void {
  const registers = [registry]
  const seconds = new Histogram({
    name: 'aerie_call_seconds',
    help: 'Duration of calls, from the first byte to the end of the response; without event streams',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const streams = new Counter({
    name: 'aerie_event_streams_total',
    help: 'Ended event streams, which aerie_call_seconds does not include',
    labelNames: ['operation'],
    registers,
  })
  let inFlight = 0
  new Gauge({
    name: 'aerie_calls_in_flight',
    help: 'Calls in progress',
    registers,
    collect() {
      this.set(inFlight)
    },
  })
  const failures = new Counter({
    name: 'aerie_authentication_failures_total',
    help: 'Responses 401 by kind of credentials: api_key, session, password, code (two-factor) or nothing',
    labelNames: ['shown'],
    registers,
  })
  // Starts at 0, so that an alert on the rate sees the first one.
  for (const shown of ['api_key', 'session', 'password', 'code', 'nothing']) failures.inc({ shown }, 0)

  const byRoute = new Map(implementations.map(({ operation }) => [routeOf(operation), operation.id]))
  const eventStreams = new Set(
    implementations.flatMap(({ operation }) => (isEventStream(operation) ? operation.id : [])),
  )
  const end = () => {
    inFlight--
  }

  server.addHook('onRequest', (_request, reply, done) => {
    inFlight++
    // `onResponse` does not run for calls that are aborted before the response.
    reply.raw.once('close', end)
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    const operation = operationOf(request)
    if (reply.statusCode === 401) failures.inc({ shown: shownBy(request, operation) })
    if (eventStreams.has(operation) && reply.statusCode === 200) streams.inc({ operation })
    else seconds.observe({ operation, method: methodOf(request), status: classOf(reply) }, secondsOf(reply))
    done()
  })

  /** Returns an operation's id, `mcp`, `page` outside `/api`, or `none` for unknown addresses. */
  function operationOf(request: FastifyRequest): string {
    const { url } = request.routeOptions
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const id = byRoute.get(`${method} ${url}`)
    if (id) return id
    if (url === '/mcp') return 'mcp'
    return request.url.startsWith('/api/') ? 'none' : 'page'
  }

  function shownBy({ headers }: FastifyRequest, operation: string): string {
    if (withPassword.some(({ id }) => id === operation)) return 'password'
    if (withCode.some(({ id }) => id === operation)) return 'code'
    if (headers.authorization !== undefined) return 'api_key'
    return headers.cookie === undefined ? 'nothing' : 'session'
  }
}

const routeOf = ({ method, path }: Operation): string => `${method} ${path}`
const methodOf = ({ method }: FastifyRequest): string => (methods.has(method) ? method : 'other')
const classOf = ({ statusCode }: FastifyReply): string => `${Math.floor(statusCode / 100)}xx`
const secondsOf = ({ elapsedTime }: FastifyReply): number => elapsedTime / 1000
const isEventStream = ({ result }: Operation): boolean =>
  'media' in result && result.media.includes('text/event-stream')
