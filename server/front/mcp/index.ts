import type { FastifyInstance } from 'fastify'
import { addEndpoint, type Implementation, type Pipeline } from '#platform'
import type { McpEndpoint } from './endpoint.ts'

/**
 * Adds `POST /mcp`, a Model Context Protocol endpoint (streamable HTTP, without sessions). Its tools are the operations
 * that the contract offers to agents, with the same keys and roles as the HTTP API.
 */
export function addMcp(
  server: FastifyInstance,
  implementations: Implementation[],
  pipeline: Pipeline,
  version: string,
): void {
  let endpoint: Promise<McpEndpoint> | undefined
  addEndpoint(server, '/mcp', pipeline, async (caller, request, reply) => {
    // The library is loaded on first use.
    endpoint ??= import('./endpoint.ts').then(({ createEndpoint }) =>
      createEndpoint(implementations, version),
    )
    const answer = await (await endpoint).answer(caller, {
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
