import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { getReadiness } from '#contract'
import { newId } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import { commonHeaders } from './common-headers.ts'
import { type ListenAddress, toListenError } from './listen-error.ts'
import { toProblem } from './problem.ts'

export interface HeldPort extends AsyncDisposable {
  /** Frees the port and immediately has another server listen there. @throws ListenError */
  handOver<T>(listen: (address: { host: string; port: number }) => Promise<T>): Promise<T>
}

/**
 * Listens while the node starts, so that a port in use is reported before anything is created, and load balancers learn
 * that the node is not ready: every response is 503.
 * @throws ListenError
 */
export async function holdPort(address: ListenAddress): Promise<HeldPort> {
  const explained = (error: unknown) => Promise.reject(toListenError(error, address))
  const server = createServer(answerStarting).listen(address.port, address.host)
  await once(server, 'listening').catch(explained)

  async function free(): Promise<void> {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return {
    async handOver(listen) {
      await free()
      const { host, port } = address
      return await listen({ host, port }).catch(explained)
    },
    [Symbol.asyncDispose]: free,
  }
}

function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  const requestId = newId()
  const isCheck = request.url === getReadiness.path
  const body = isCheck ? { ready: false } : toProblem(starting, requestId)
  response
    .writeHead(503, {
      ...commonHeaders,
      'content-type': isCheck ? 'application/json' : 'application/problem+json',
      'retry-after': '1',
      'x-request-id': requestId,
      // The next call finds the started node.
      connection: 'close',
    })
    .end(JSON.stringify(body))
}

const starting = new Refusal('busy', 'The server is starting. Try again in a moment.')
