import type { IncomingHttpHeaders } from 'node:http'
import {
  createMcpHandler,
  isLegacyRequest,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { type Implementation, mayUse, type Visitor } from '#platform'
import { callTool } from './call-tool.ts'
import { toTools } from './tools.ts'

export interface Posted {
  url: string
  headers: IncomingHttpHeaders
  /** JSON that was read already. */
  body: unknown
}

export interface McpEndpoint {
  answer(visitor: Visitor, posted: Posted): Promise<Response>
}

const instructions =
  'Aerie keeps what people said and wrote as sources in projects, finds what trackers look for in them, and runs ' +
  'skills over them; and it holds a clinic’s patients, stock and invoices. Begin with projects.list.'

/** Answers both revisions of the protocol that are in use: that of 2026, and those of 2025 with their `initialize`. */
export function createEndpoint(implementations: Implementation[], version: string): McpEndpoint {
  const tools = toTools(implementations)
  const visitors = new WeakMap<Request, Visitor>()
  const current = createMcpHandler(({ requestInfo }) => serverFor(visitors.get(requestInfo as Request)), {
    legacy: 'reject',
    // Nothing here changes by itself, and no stream is to hold up a stop.
    maxSubscriptions: 0,
  })

  return {
    async answer(visitor, { url, headers, body }) {
      const request = new Request(url, { method: 'POST', headers: toHeaders(headers) })
      visitors.set(request, visitor)
      if (!(await isLegacyRequest(request, body))) return current.fetch(request, { parsedBody: body })
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
      const server = serverFor(visitor)
      await server.connect(transport)
      try {
        return await transport.handleRequest(request, { parsedBody: body })
      } finally {
        await server.close()
      }
    },
  }

  function serverFor(visitor: Visitor | undefined): Server {
    if (!visitor) throw new Error('A request of nobody')
    const server = new Server({ name: 'aerie', version }, { capabilities: { tools: {} }, instructions })
    const offered = [...tools.values()].filter(({ implementation }) =>
      mayUse(implementation.operation, visitor.actor),
    )
    server.setRequestHandler('tools/list', () => ({ tools: offered.map(({ tool }) => tool) }))
    server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = tools.get(params.name)
      if (tool) return callTool(tool, visitor, params.arguments ?? {})
      return { isError: true, content: [{ type: 'text', text: `There is no tool named ${params.name}.` }] }
    })
    return server
  }
}

function toHeaders(headers: IncomingHttpHeaders): Headers {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one): [string, string] => [name, one]),
  )
  return new Headers(entries)
}
