import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface AskedOfModel {
  headers: IncomingHttpHeaders
  url: string
  body: { model: string; messages: { role: string; content: string }[]; tools?: unknown }
}

/** What the model says, as text; or another answer altogether, or none. */
export type Saying = string | { status: number; body: string } | 'hang'
export type Sayings = (Saying | ((asked: AskedOfModel) => Promise<Saying>))[]

/** A small server that speaks OpenAI’s chat completions. */
export interface ModelEndpoint {
  url: string
  asked: AskedOfModel[]
  /** Answers by turns; the last one again and again. */
  says(...sayings: Sayings): void
  close(): Promise<void>
}

export async function startModelEndpoint(): Promise<ModelEndpoint> {
  let sayings: Sayings = ['']
  const endpoint = { asked: [] as AskedOfModel[] }
  const server = createServer(async (request, response) => {
    const asked = {
      headers: request.headers,
      url: request.url ?? '',
      body: await json(request),
    } as AskedOfModel
    endpoint.asked.push(asked)
    const next = sayings.length > 1 ? sayings.shift()! : sayings[0]!
    say(response, typeof next === 'function' ? await next(asked) : next)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(endpoint, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    says(...next: Sayings) {
      sayings = next
      endpoint.asked = []
      Object.assign(this, { asked: endpoint.asked })
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

function say(response: ServerResponse, saying: Saying): void {
  if (saying === 'hang') return
  if (typeof saying === 'object') {
    // Those who try again need not wait for long.
    response.writeHead(saying.status, { 'content-type': 'application/json', 'retry-after-ms': '5' })
    response.end(saying.body)
    return
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'a-model',
      choices: [{ index: 0, message: { role: 'assistant', content: saying }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    }),
  )
}
