import { text } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Operation } from '#contract'
import type { Implementation } from '../implement.ts'
import { createIncoming } from './incoming.ts'
import { credentialsOf, signalOf } from './input.ts'
import { perform, type ValidCall } from './perform.ts'
import { toRefusal } from './problem.ts'
import { authenticated, authorise, refuseForeignOrigin } from './recognise.ts'
import { largestTextBody, type Pipeline, refuseMethods } from './routes.ts'
import { validate } from './validate.ts'

/** A result as JSON, and where the operation has such a format as text to read. */
export interface Given {
  json: string
  text: string | undefined
}

/** Who came in by another way than the operations' own routes, and what they can do there: the same as there. */
export interface Visitor {
  actor: Actor
  /** Aborted when they have gone, and when the node stops. */
  signal: AbortSignal
  /** @throws Refusal, as the operation's own route answers it; what else went wrong is logged, and a refusal, too. */
  perform(
    implementation: Implementation,
    given: { params: object; query: object; body: object },
  ): Promise<Given>
}

/** Whether someone may use an operation at all. */
export function mayUse({ credentials, allow }: Operation, actor: Actor): boolean {
  return (
    (allow === 'anyone' || allow.includes(actor.role)) && (credentials === 'any' || actor.via === 'session')
  )
}

/** Opens an address to which JSON is posted, by people who are recognised as everywhere. Other methods are 405. */
export function addEntrance(
  app: FastifyInstance,
  url: string,
  pipeline: Pipeline,
  answer: (visitor: Visitor, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.route({
    method: 'POST',
    url,
    bodyLimit: largestTextBody,
    onRequest: async (request, reply) => {
      refuseForeignOrigin(request, pipeline.baseUrl)
      request.actor = await authenticated(credentialsOf(request, reply), pipeline.authenticate)
    },
    handler: (request, reply) => answer(visitorOf(request, reply, pipeline), request, reply),
  })
  refuseMethods(app, url, ['POST'], pipeline.authenticate)
}

function visitorOf(request: FastifyRequest, reply: FastifyReply, pipeline: Pipeline): Visitor {
  const actor = request.actor as Actor
  const signal = signalOf(request, reply)
  const credentials = credentialsOf(request, reply)
  return {
    actor,
    signal,
    async perform(implementation, given) {
      try {
        const { operation } = implementation
        authorise(operation, actor)
        const call = { ...validate(operation, given), actor, credentials, signal }
        return await giveOf(implementation, call, pipeline)
      } catch (error) {
        const refusal = toRefusal(error)
        if (refusal.code === 'internal') request.log.error({ err: error }, 'a call failed')
        throw refusal
      }
    },
  }
}

async function giveOf(
  implementation: Implementation,
  call: Omit<ValidCall, 'format'>,
  { db, files }: Pipeline,
): Promise<Given> {
  const { formats } = implementation.operation
  const readable = formats.find((format) => format.startsWith('text/'))
  const incoming = createIncoming(files)
  const inFormat = async (format: string, database = db) => {
    const answer = await perform(
      implementation,
      { ...call, format },
      { db: database, attempt: undefined, incoming },
    )
    const { body } = answer
    if (typeof body === 'string') return body
    return typeof body.content === 'string' ? body.content : text(body.content)
  }
  try {
    if (!readable) return { json: await inFormat('application/json'), text: undefined }
    // Both tell of the same moment.
    return await db.reader
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const moment = { ...db, reader: tx }
        const json = await inFormat('application/json', moment)
        return { json, text: await inFormat(readable, moment) }
      })
  } finally {
    await incoming.end()
  }
}
