import multipart from '@fastify/multipart'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { type Operation, takesIdempotencyKey } from '#contract'
import type { Database } from '../database/database.ts'
import type { Files } from '../files.ts'
import { type Attempt, createTurns, fingerprintOf, idempotencyKey } from '../idempotency.ts'
import type { Implementation } from '../implement.ts'
import { Refusal } from '../refusal.ts'
import { createIncoming } from './incoming.ts'
import { callOf, credentialsOf, inputOf, withHash } from './input.ts'
import { perform } from './perform.ts'
import { multipartOptions } from './receive-form.ts'
import { type Authenticate, noteUse, recognise, refuseForeignOrigin } from './recognise.ts'
import { send } from './send.ts'

export interface Pipeline {
  db: Database
  files: Files
  /** The largest file that may be uploaded. */
  maxUploadBytes: number
  authenticate: Authenticate
  baseUrl: string
}

/** What could be sent as a file may be sent as JSON up to a million characters, of three bytes each in most scripts. */
export const largestTextBody = 4 * 1024 * 1024

type InTurn = ReturnType<typeof createTurns>

/**
 * Puts every operation behind the one pipeline: origin, recognise, authorise (all before the body is read),
 * validate, idempotency, transaction, handler, answer. Other methods on a known path are 405.
 */
export function addRoutes(app: FastifyInstance, implementations: Implementation[], pipeline: Pipeline): void {
  const inTurn = createTurns()
  const [withForm, others] = [true, false].map((form) =>
    implementations.filter(({ operation }) => (operation.form !== null) === form),
  )
  for (const implementation of others ?? []) addRoute(app, implementation, pipeline, inTurn)
  // Only these read multipart bodies.
  app.register(async (forms) => {
    await forms.register(multipart, multipartOptions)
    for (const implementation of withForm ?? []) addRoute(forms, implementation, pipeline, inTurn)
  })
  refuseOtherMethods(app, implementations, pipeline)
}

function addRoute(
  app: FastifyInstance,
  implementation: Implementation,
  { db, files, maxUploadBytes, authenticate, baseUrl }: Pipeline,
  inTurn: InTurn,
): void {
  const { operation } = implementation
  app.route({
    method: operation.method,
    url: operation.path,
    ...(operation.form && { bodyLimit: largestTextBody }),
    onRequest: async (request, reply) => {
      refuseForeignOrigin(request, baseUrl)
      request.actor = await recognise(operation, credentialsOf(request, reply), authenticate)
    },
    handler: async (request, reply) => {
      const { actor } = request
      const key = takesIdempotencyKey(operation)
        ? idempotencyKey(request.headers['idempotency-key'])
        : undefined
      const incoming = createIncoming(files)
      try {
        const input = await inputOf(operation, request, incoming, maxUploadBytes)
        const call = callOf(operation, input, request, reply)
        const performAs = (attempt?: Attempt) => perform(implementation, call, { db, attempt, incoming })
        if (!actor || !key) return send(operation, reply, await performAs())
        const attempt = { operation, userId: actor.userId, key, fingerprint: fingerprintOf(withHash(input)) }
        const turn = JSON.stringify([actor.userId, operation.id, key])
        return send(operation, reply, await inTurn(turn, () => performAs(attempt)))
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

/** Answers every method but those that an address takes. */
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
      await noteUse(credentialsOf(request, reply), authenticate)
      throw new Refusal('method_not_allowed', `Use ${taken.join(' or ')}.`, {
        headers: { allow: taken.join(', ') },
      })
    },
    handler: () => {},
  })
}
