import type { IncomingHttpHeaders } from 'node:http'
import {
  createMcpHandler,
  isLegacyRequest,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { type Caller, type Implementation, mayUse } from '#platform'
import { callTool } from './call-tool.ts'
import { toTools } from './tools.ts'

export interface Posted {
  url: string
  headers: IncomingHttpHeaders
  /** Parsed JSON. */
  body: unknown
}

export interface McpEndpoint {
  answer(caller: Caller, posted: Posted): Promise<Response>
}

const instructions =
  'Aerie stores interviews, reviews and other texts as sources in projects, finds mentions with trackers, and runs ' +
  'skills on them. It also manages the patients, stock and invoices of a clinic. Start with projects_list.'

/** Supports both current revisions of the protocol: that of 2026, and those of 2025 with `initialize`. */
export function createEndpoint(implementations: Implementation[], version: string): McpEndpoint {
  const tools = toTools(implementations)
  const visitors = new WeakMap<Request, Caller>()
  const current = createMcpHandler(({ requestInfo }) => serverFor(visitors.get(requestInfo as Request)), {
    legacy: 'reject',
    // The tools never change, and open streams would delay a shutdown.
    maxSubscriptions: 0,
  })

  return {
    async answer(caller, { url, headers, body }) {
      const request = new Request(url, { method: 'POST', headers: toHeaders(headers) })
      visitors.set(request, caller)
      if (!(await isLegacyRequest(request, body))) return current.fetch(request, { parsedBody: body })
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
      const server = serverFor(caller)
      await server.connect(transport)
      try {
        return await transport.handleRequest(request, { parsedBody: body })
      } finally {
        await server.close()
      }
    },
  }

  function serverFor(caller: Caller | undefined): Server {
    if (!caller) throw new Error('A request without a caller')
    const server = new Server({ name: 'aerie', version }, { capabilities: { tools: {} }, instructions })
    const offered = [...tools.values()].filter(({ implementation }) =>
      mayUse(implementation.operation, caller.actor),
    )
    server.setRequestHandler('tools/list', () => ({ tools: offered.map(({ tool }) => tool) }))
    server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = tools.get(params.name)
      if (tool) return callTool(tool, caller, params.arguments ?? {})
      return { isError: true, content: [{ type: 'text', text: `Tool ${params.name} not found.` }] }
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
