import compress from '@fastify/compress'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Actor, ErrorCode } from '#contract'
import { FileStoreError } from '../files/store.ts'
import { newId } from '../ids.ts'
import type { Implementation, RefusedCall } from '../implement.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import { countKeyUse } from './access.ts'
import { limitArrival, uploadArrivesWithinMs } from './arrival.ts'
import { commonHeaders } from './common-headers.ts'
import { compressOptions } from './compress.ts'
import { makeEndable } from './ending.ts'
import { credentialsOf, refuseRepeatedHeaders } from './input.ts'
import { parseJson } from './json.ts'
import { toProblem, toRefusal } from './problem.ts'
import { reportRefusal } from './refused.ts'
import { logRequests } from './request-log.ts'
import { addRoutes, type Pipeline } from './routes.ts'
import { answerUnreadable } from './unreadable.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once authenticated. */
    actor: Actor | null
    /** Called if the response refuses the call. */
    onRefusal: ((refused: RefusedCall) => void) | null
    /** The code of the response, if it refuses the call. */
    refusedAs: ErrorCode | null
  }
}

export interface ServerOptions extends Pipeline {
  implementations: Implementation[]
  /** The addresses and networks whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[]
  log: Log
}

const largestBody = 1024 * 1024

/** Creates the HTTP server: the pipeline, the headers of every response, and error responses. */
export function createServer(options: ServerOptions): FastifyInstance {
  const headers = options.baseUrl.startsWith('https:')
    ? { ...commonHeaders, 'strict-transport-security': 'max-age=31536000' }
    : commonHeaders
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    // Few requests write a line, which then names its request. A log for each would cost all of them.
    childLoggerFactory: (log) => log,
    bodyLimit: largestBody,
    trustProxy: options.trustedProxies,
    requestTimeout: uploadArrivesWithinMs,
    // Calls that arrive on an open connection during a stop are handled normally.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    // No hook runs for URLs that the router cannot parse.
    frameworkErrors: async (error, request, reply) => {
      addHeaders(request, reply)
      await countKeyUse(credentialsOf(request, reply), options.authenticate)
      refuse(error, request, reply)
      reportRefusal(request, reply.statusCode)
      return reply
    },
    clientErrorHandler: answerUnreadable,
  })
  app.decorateRequest('actor', null)
  app.decorateRequest('onRefusal', null)
  app.decorateRequest('refusedAs', null)
  // Hooks with a callback cost no promise.
  app.addHook('onRequest', (request, reply, done) => {
    addHeaders(request, reply)
    refuseRepeatedHeaders(request)
    limitArrival(request)
    done()
  })
  // Again for calls that began before the stop: their connections would stay open and delay it.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    askToCloseWhenEnding(reply)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    reportRefusal(request, reply.statusCode)
    done()
  })
  readJsonStrictly(app)
  logRequests(app)
  makeEndable(app)
  app.setErrorHandler(refuse)
  // The browser's router handles unknown addresses outside /api.
  app.register(
    async (api) =>
      api.setNotFoundHandler(async (request, reply) => {
        await countKeyUse(credentialsOf(request, reply), options.authenticate)
        throw new Refusal('not_found')
      }),
    { prefix: '/api' },
  )
  app.register(compress, compressOptions)
  // Later than the plugin, which adds itself to new routes.
  app.register(async (routes) => addRoutes(routes, options.implementations, options))
  return app

  function addHeaders(request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    askToCloseWhenEnding(reply)
  }

  function askToCloseWhenEnding(reply: FastifyReply): void {
    if (!app.server.listening) reply.header('connection', 'close')
  }
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error)
  request.refusedAs = refusal.code
  const callerIsGone = reply.raw.closed
  const facts = { reqId: request.id, err: error }
  if (callerIsGone) request.log.debug(facts, 'caller gone')
  else if (refusal.code === 'internal') request.log.error(facts, 'call failed')
  // An outage of the file storage is logged once.
  else if (refusal.cause !== undefined && !(refusal.cause instanceof FileStoreError))
    request.log.warn(facts, `call refused: ${refusal.code}`)
  return reply
    .status(refusal.status)
    .headers(refusal.headers)
    .type('application/problem+json')
    .send(JSON.stringify(toProblem(refusal, request.id)))
}

/** Refuses bytes that are not UTF-8 instead of replacing them silently. An empty body counts as no body. */
function readJsonStrictly(app: FastifyInstance): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length === 0) return undefined
      try {
        return parseJson(utf8.decode(bytes))
      } catch {
        throw new Refusal('invalid_json')
      }
    },
  )
}
