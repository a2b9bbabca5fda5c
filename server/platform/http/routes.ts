import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { type Operation, takesIdempotencyKey } from '#contract'
import type { Database } from '../database/database.ts'
import { createTurns, fingerprintOf, idempotencyKey } from '../idempotency.ts'
import type { Implementation } from '../implement.ts'
import { Refusal } from '../refusal.ts'
import { type Outcome, perform } from './perform.ts'
import { type Authenticate, type Credentials, noteUse, recognise, refuseForeignOrigin } from './recognise.ts'
import { validate } from './validate.ts'

export interface Pipeline {
  db: Database
  authenticate: Authenticate
  baseUrl: string
}

/**
 * Puts every operation behind the one pipeline: origin, recognise, authorise (all before the body is read),
 * validate, idempotency, transaction, handler, answer. Other methods on a known path are 405.
 */
export function addRoutes(app: FastifyInstance, implementations: Implementation[], pipeline: Pipeline): void {
  const inTurn = createTurns()
  for (const implementation of implementations) addRoute(app, implementation, pipeline, inTurn)
  refuseOtherMethods(app, implementations, pipeline)
}

function addRoute(
  app: FastifyInstance,
  implementation: Implementation,
  { db, authenticate, baseUrl }: Pipeline,
  inTurn: ReturnType<typeof createTurns>,
): void {
  const { operation } = implementation
  app.route({
    method: operation.method,
    url: operation.path,
    onRequest: async (request, reply) => {
      refuseForeignOrigin(request, baseUrl)
      request.actor = await recognise(operation, credentialsOf(request, reply), authenticate)
    },
    handler: async (request, reply) => {
      const { actor } = request
      const input = validate(operation, request)
      const call = { ...input, actor, credentials: credentialsOf(request, reply) }
      const key = takesIdempotencyKey(operation)
        ? idempotencyKey(request.headers['idempotency-key'])
        : undefined
      if (!actor || !key) return send(reply, await perform(implementation, call, undefined, db))
      const attempt = { operation, userId: actor.userId, key, fingerprint: fingerprintOf(input) }
      const turn = JSON.stringify([actor.userId, operation.id, key])
      return send(reply, await inTurn(turn, () => perform(implementation, call, attempt, db)))
    },
  })
}

export function credentialsOf(request: FastifyRequest, reply: FastifyReply): Credentials {
  return {
    authorization: request.headers.authorization,
    cookie: request.headers.cookie,
    setCookie: (header) => void reply.header('set-cookie', header),
  }
}

function send(reply: FastifyReply, { status, body, replayed }: Outcome): FastifyReply {
  reply.status(status)
  if (replayed) reply.header('idempotent-replayed', 'true')
  if (typeof body === 'string') return reply.type('application/json; charset=utf-8').send(body)
  return reply
    .type(body.type)
    .header('content-disposition', `attachment; filename="${body.filename}"`)
    .send(body.content)
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
}
