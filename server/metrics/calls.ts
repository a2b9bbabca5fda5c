import { METHODS } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { type Operation, signIn, verifyRecoveryCode, verifyTotp } from '#contract'
import type { Measured } from './index.ts'

const methods = new Set(METHODS)
const withPassword: Operation[] = [signIn]
const withCode: Operation[] = [verifyTotp, verifyRecoveryCode]

/** Counts calls by operation. No label holds what a caller chose: no path, no id, no method that HTTP does not know. */
export function measureCalls(registry: Registry, { server, implementations }: Measured): void {
  const registers = [registry]
  const seconds = new Histogram({
    name: 'aerie_call_seconds',
    help: 'Calls, by how long each took from its first byte to the end of its answer; event streams are not timed',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const streams = new Counter({
    name: 'aerie_event_streams_total',
    help: 'Event streams that have ended, which aerie_call_seconds leaves out',
    labelNames: ['operation'],
    registers,
  })
  let inFlight = 0
  new Gauge({
    name: 'aerie_calls_in_flight',
    help: 'Calls that are being answered',
    registers,
    collect() {
      this.set(inFlight)
    },
  })
  const unrecognised = new Counter({
    name: 'aerie_authentication_failures_total',
    help: 'Answers 401, by what was shown: api_key, session, password, code of the second step, or nothing',
    labelNames: ['shown'],
    registers,
  })
  // So that an alert on their rate sees the first of a kind.
  for (const shown of ['api_key', 'session', 'password', 'code', 'nothing']) unrecognised.inc({ shown }, 0)

  const byRoute = new Map(implementations.map(({ operation }) => [routeOf(operation), operation.id]))
  const eventStreams = new Set(
    implementations.flatMap(({ operation }) => (isEventStream(operation) ? operation.id : [])),
  )
  const end = () => {
    inFlight--
  }

  server.addHook('onRequest', (_request, reply, done) => {
    inFlight++
    // Also of a call that is broken off before there is an answer, which `onResponse` does not hear of.
    reply.raw.once('close', end)
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    const operation = operationOf(request)
    if (reply.statusCode === 401) unrecognised.inc({ shown: shownBy(request, operation) })
    if (eventStreams.has(operation) && reply.statusCode === 200) streams.inc({ operation })
    else seconds.observe({ operation, method: methodOf(request), status: classOf(reply) }, secondsOf(reply))
    done()
  })

  /** An operation's id; else `page` for what is not under `/api`, `mcp`, or `none` for what is not there. */
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
