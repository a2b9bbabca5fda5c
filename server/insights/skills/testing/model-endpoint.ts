import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface ModelRequest {
  headers: IncomingHttpHeaders
  url: string
  body: {
    model: string
    messages: { role: string; content: string }[]
    tools?: unknown
    temperature?: number
    max_tokens?: number
    max_completion_tokens?: number
  }
}

/** The model's text, another HTTP response, or none. */
export type Reply = string | { status: number; body: string; headers?: Record<string, string> } | 'hang'
export type Replies = (Reply | ((request: ModelRequest) => Promise<Reply>))[]

/** A server for OpenAI's chat completions. */
export interface ModelEndpoint {
  url: string
  requests: ModelRequest[]
  /** Sets the next replies; the last one repeats. */
  reply(...replies: Replies): void
  close(): Promise<void>
}

/** What the endpoint counts for each call. */
export const tokensOfCall = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }

export async function startModelEndpoint(): Promise<ModelEndpoint> {
  let replies: Replies = ['']
  const endpoint = { requests: [] as ModelRequest[] }
  const server = createServer(async (request, response) => {
    const received = {
      headers: request.headers,
      url: request.url ?? '',
      body: await json(request),
    } as ModelRequest
    endpoint.requests.push(received)
    const next = replies.length > 1 ? replies.shift()! : replies[0]!
    send(response, typeof next === 'function' ? await next(received).catch(failed) : next)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(endpoint, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    reply(...next: Replies) {
      replies = next
      endpoint.requests = []
      Object.assign(this, { requests: endpoint.requests })
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

/** A test that fails within a reply shows up as the endpoint’s message. */
const failed = (error: unknown): Reply => ({ status: 404, body: String(error) })

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'hang') return
  if (typeof reply === 'object') {
    // Speeds up retries.
    const headers = reply.headers ?? { 'retry-after-ms': '5' }
    response.writeHead(reply.status, { 'content-type': 'application/json', ...headers })
    response.end(reply.body)
    return
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'a-model',
      choices: [{ index: 0, message: { role: 'assistant', content: reply }, finish_reason: 'stop' }],
      usage: tokensOfCall,
    }),
  )
}
