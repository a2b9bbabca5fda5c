import type { FastifyInstance } from 'fastify'
import { addEntrance, type Implementation, type Pipeline } from '#platform'
import type { McpEndpoint } from './endpoint.ts'

/**
 * Opens `POST /mcp`: a Model Context Protocol endpoint (streamable HTTP, without sessions) whose tools are the
 * operations that the contract offers to agents, with the same keys and roles as everywhere.
 */
export function addMcp(
  server: FastifyInstance,
  implementations: Implementation[],
  pipeline: Pipeline,
  version: string,
): void {
  let endpoint: Promise<McpEndpoint> | undefined
  addEntrance(server, '/mcp', pipeline, async (visitor, request, reply) => {
    // The protocol's library is loaded by the first who speaks it.
    endpoint ??= import('./endpoint.ts').then(({ createEndpoint }) =>
      createEndpoint(implementations, version),
    )
    const answer = await (await endpoint).answer(visitor, {
      url: new URL('/mcp', pipeline.baseUrl).href,
      headers: request.headers,
      body: request.body,
    })
    reply.status(answer.status)
    const type = answer.headers.get('content-type')
    if (type) reply.type(type)
    return reply.send(answer.body ?? '')
  })
}
