import { Agent, request } from 'node:http'

export interface RawAnswer {
  status: number
  /** As they came, in their order, without what differs for every call. */
  headers: string
  body: string
}

export interface RawCall {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  agent?: Agent
}

/** An agent for `connections` calls at a time, each connection used for as long as the server lets it. */
export const keepingAlive = (connections: number) => new Agent({ keepAlive: true, maxSockets: connections })

const differsForEveryCall = ['date', 'x-request-id']

/** A request as bytes on the wire, for what `fetch` hides: the headers' order, connections, and odd addresses. */
export function rawCall(url: string, path: string, call: RawCall = {}): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const { method = 'GET', headers = {}, body, agent } = call
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  // Node frames no body of a DELETE by itself.
  const framed = body === undefined ? headers : { 'content-length': Buffer.byteLength(body), ...headers }
  const sent = request(
    { hostname, port, path, method, headers: framed, ...(agent && { agent }) },
    (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk)).on('error', reject)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: linesOf(answer.rawHeaders),
          body: Buffer.concat(chunks).toString(),
        }),
      )
    },
  )
  sent.on('error', reject).end(body)
  return promise
}

/** The header that a script sends its key in. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

function linesOf(rawHeaders: string[]): string {
  const lines: string[] = []
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n] ?? ''
    if (!differsForEveryCall.includes(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[n + 1]}`)
  }
  return lines.join('\n')
}
