import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Implementation, Log } from '#platform'
import { measureCalls } from './calls.ts'
import { measureDatabase } from './database.ts'
import { measureNode, type NodeParts } from './node.ts'

interface Measured extends NodeParts {
  log: Log
  databaseAnswers(): Promise<boolean>
  server: FastifyInstance
  implementations: Implementation[]
  /** Whether backups are configured. */
  makesBackups: boolean
}

export interface Metrics {
  /** Their address, such as `http://127.0.0.1:9400/metrics`. */
  address: string
  close(): Promise<void>
}

/**
 * Serves a node's metrics in Prometheus's text format on a separate port, at `GET /metrics`. Call it before the server
 * listens. Only a scrape queries the database.
 * @throws EADDRINUSE if the port is taken
 */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  measured: Measured,
): Promise<Metrics> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureCalls(registry, measured)
  measureNode(registry, measured)
  const readDatabase = measureDatabase(registry, measured)

  const server = createServer(async (request, response) => {
    response.setHeader('cache-control', 'no-store')
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    await readDatabase()
    const text = await registry.metrics()
    response.writeHead(200, { 'content-type': registry.contentType }).end(text)
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { address, port: taken, family } = server.address() as AddressInfo
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/metrics`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
