import { text } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#contract'
import { onSnapshot } from '../database/snapshot.ts'
import type { Call, Implementation } from '../implement.ts'
import { authorize, refuseForeignOrigin, required } from './access.ts'
import { createIncoming } from './incoming.ts'
import { credentialsOf } from './input.ts'
import { type Outcome, perform } from './perform.ts'
import { toRefusal } from './problem.ts'
import { reportRefusal } from './refused.ts'
import { largestTextBody, type Pipeline, refuseMethods } from './routes.ts'
import { type Shown, shownByRefusal } from './shown.ts'
import { credentialEnded, refusalNow, signalOf } from './under-way.ts'
import { validateFields, validateParams } from './validate.ts'

/** A result as JSON, and as readable text if the operation has such a format. */
export interface EndpointResult {
  json: string
  text: string | undefined
}

/** A caller of an endpoint, with the same permissions as on the operations' own routes. */
export interface Caller {
  actor: Actor
  /** Aborted when the caller disconnects and when the node stops. */
  signal: AbortSignal
  /** @throws Refusal as on the operation's own route. Other errors are logged and become a Refusal, too. */
  perform(
    implementation: Implementation,
    input: { params: object; query: object; body: object },
  ): Promise<EndpointResult>
}

/** Adds an authenticated endpoint that takes JSON by POST. Other methods get 405. */
export function addEndpoint(
  app: FastifyInstance,
  url: string,
  pipeline: Pipeline,
  answer: (caller: Caller, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.route({
    method: 'POST',
    url,
    bodyLimit: largestTextBody,
    onRequest: async (request, reply) => {
      refuseForeignOrigin(request, pipeline.baseUrl, { trustsTokens: true })
      request.actor = required(await pipeline.authenticate(credentialsOf(request, reply)))
    },
    handler: (request, reply) => answer(callerOf(request, reply, pipeline), request, reply),
  })
  refuseMethods(app, url, ['POST'], pipeline.authenticate)
}

function callerOf(request: FastifyRequest, reply: FastifyReply, pipeline: Pipeline): Caller {
  const actor = request.actor as Actor
  const signal = signalOf(request, reply, async () =>
    (await pipeline.rightsOf(actor)) ? null : credentialEnded(),
  )
  const credentials = credentialsOf(request, reply)
  return {
    actor,
    signal,
    async perform(implementation, input) {
      const { operation } = implementation
      const note = (shown: Shown | null) => shown && pipeline.noteRead(actor, operation, shown)
      try {
        authorize(operation, actor)
        const params = validateParams(operation, input.params)
        const fields = validateFields(operation, input)
        // Agents cannot request a part of a file.
        const call: Omit<Call, 'format'> = {
          params,
          ...fields,
          actor,
          range: undefined,
          credentials,
          signal,
          refusalNow: () => refusalNow(implementation, call, pipeline),
        }
        const { shown, ...result } = await resultOf(implementation, call, pipeline)
        note(shown)
        return result
      } catch (error) {
        note(shownByRefusal(error))
        const refusal = toRefusal(error)
        if (refusal.code === 'internal') request.log.error({ reqId: request.id, err: error }, 'call failed')
        request.refusedAs = refusal.code
        reportRefusal(request, refusal.status, operation)
        throw refusal
      }
    },
  }
}

async function resultOf(
  implementation: Implementation,
  call: Omit<Call, 'format'>,
  { db, files }: Pipeline,
): Promise<EndpointResult & { shown: Outcome['shown'] }> {
  const { formats } = implementation.operation
  const readable = formats.find((format) => format.startsWith('text/'))
  const incoming = createIncoming(files)
  const inFormat = async (format: string, database = db) => {
    const answer = await perform(
      implementation,
      { ...call, format },
      { db: database, attempt: undefined, incoming },
    )
    const { body, shown } = answer
    if (typeof body === 'string') return { content: body, shown }
    return { content: typeof body.content === 'string' ? body.content : await text(body.content), shown }
  }
  try {
    if (!readable) {
      const { content: json, shown } = await inFormat('application/json')
      return { json, text: undefined, shown }
    }
    // Both formats show one snapshot, and the same patients.
    return await onSnapshot(db.reader, async (reader) => {
      const snapshot = { ...db, reader }
      const { content: json, shown } = await inFormat('application/json', snapshot)
      return { json, text: (await inFormat(readable, snapshot)).content, shown }
    })
  } finally {
    await incoming.end()
  }
}
