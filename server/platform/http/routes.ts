import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { type Operation, takesIdempotencyKey } from '#contract'
import type { Database } from '../database/database.ts'
import type { Files } from '../files/files.ts'
import { type Attempt, createKeyedQueue, fingerprintOf, idempotencyKey } from '../idempotency.ts'
import type { Call, Implementation } from '../implement.ts'
import { Refusal } from '../refusal.ts'
import {
  type Authenticate,
  authorize,
  countKeyUse,
  identify,
  type NoteRead,
  type RightsOf,
  refuseForeignOrigin,
} from './access.ts'
import { mayCompress } from './compress.ts'
import { createIncoming } from './incoming.ts'
import { credentialsOf, inputOf, RequestCall, withHash } from './input.ts'
import { type Outcome, perform } from './perform.ts'
import { multipartOptions } from './receive-form.ts'
import { contentOf } from './send.ts'
import { type Shown, shownByRefusal } from './shown.ts'
import { breakOff, refusalNow } from './under-way.ts'

export interface Pipeline {
  db: Database
  files: Files
  /** The largest allowed upload. */
  maxUploadBytes: number
  authenticate: Authenticate
  rightsOf: RightsOf
  noteRead: NoteRead
  baseUrl: string
}

/** JSON can have a million characters in place of a file; most scripts need at most three bytes for each. */
export const largestTextBody = 4 * 1024 * 1024
/** Enough for what anyone may send: names, addresses and passwords. */
const largestPublicBody = 16 * 1024

type Queued = ReturnType<typeof createKeyedQueue>

/**
 * Puts every operation behind the pipeline: origin, authentication, authorization (all before the body is read),
 * validation, idempotency, transaction, handler, response. Other methods on a known path get 405.
 */
export function addRoutes(app: FastifyInstance, implementations: Implementation[], pipeline: Pipeline): void {
  const queued = createKeyedQueue()
  const [withForm, others] = [true, false].map((form) =>
    implementations.filter(({ operation }) => (operation.form !== null) === form),
  )
  for (const implementation of others ?? []) addRoute(app, implementation, pipeline, queued)
  // Only these routes accept multipart bodies.
  app.register(async (forms) => {
    await forms.register(multipart, multipartOptions)
    for (const implementation of withForm ?? []) addRoute(forms, implementation, pipeline, queued)
  })
  refuseOtherMethods(app, implementations, pipeline)
}

function addRoute(
  app: FastifyInstance,
  implementation: Implementation,
  pipeline: Pipeline,
  queued: Queued,
): void {
  const { operation } = implementation
  const { db, files, maxUploadBytes, authenticate, noteRead, baseUrl } = pipeline
  const refusalOf = (call: Call) => refusalNow(implementation, call, pipeline)
  app.route({
    method: operation.method,
    url: operation.path,
    ...(operation.form && { bodyLimit: largestTextBody }),
    ...(operation.allow === 'anyone' && { bodyLimit: largestPublicBody }),
    onRequest: async (request, reply) => {
      refuseForeignOrigin(request, baseUrl, { trustsTokens: operation.allow !== 'anyone' })
      // Before its body is read. The log names the caller of a refused call, too.
      request.actor = await identify(operation, credentialsOf(request, reply), authenticate)
      if (request.actor) authorize(operation, request.actor)
    },
    handler: async (request, reply) => {
      const { actor } = request
      const key = takesIdempotencyKey(operation)
        ? idempotencyKey(request.headers['idempotency-key'])
        : undefined
      const incoming = createIncoming(files)
      const note = (shown: Shown | null) => actor && shown && noteRead(actor, operation, shown)
      const send = (outcome: Outcome, call: RequestCall) => {
        note(outcome.shown)
        const content = contentOf(operation, reply, outcome)
        // Events end with the signal of their call.
        if (actor && content instanceof Readable && !operation.formats.includes('text/event-stream'))
          breakOff(content, call.refusalNow)
        if (content === undefined || !mayCompress(operation, request, reply)) return content
        return reply.compress(content)
      }
      try {
        const input = await inputOf(operation, request, incoming, maxUploadBytes)
        const call = new RequestCall(operation, input, request, reply, refusalOf)
        const performAs = (attempt?: Attempt) => perform(implementation, call, { db, attempt, incoming })
        if (!actor || !key) return send(await performAs(), call)
        const { userId, apiKey } = actor
        const apiKeyId = apiKey?.id ?? null
        const attempt = { operation, userId, apiKeyId, key, fingerprint: fingerprintOf(withHash(input)) }
        const turn = JSON.stringify([userId, apiKeyId, operation.id, key])
        return send(await queued(turn, () => performAs(attempt)), call)
      } catch (error) {
        note(shownByRefusal(error))
        throw error
      } finally {
        await incoming.end()
      }
    },
  })
}

const allMethods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

function refuseOtherMethods(
  app: FastifyInstance,
  implementations: Implementation[],
  { authenticate }: Pipeline,
): void {
  const byPath = Map.groupBy(
    implementations.map(({ operation }) => operation),
    (operation: Operation) => operation.path,
  )
  for (const [url, operations] of byPath) {
    const taken: HTTPMethods[] = operations.map((operation) => operation.method)
    if (taken.includes('GET')) taken.push('HEAD')
    refuseMethods(app, url, taken, authenticate)
  }
}

/** Responds with 405 to every method except `taken`. */
export function refuseMethods(
  app: FastifyInstance,
  url: string,
  taken: HTTPMethods[],
  authenticate: Authenticate,
): void {
  app.route({
    method: allMethods.filter((method) => !taken.includes(method)),
    url,
    onRequest: async (request, reply) => {
      await countKeyUse(credentialsOf(request, reply), authenticate)
      throw new Refusal('method_not_allowed', `Use ${taken.join(' or ')}.`, {
        headers: { allow: taken.join(', ') },
      })
    },
    handler: () => {},
  })
}
