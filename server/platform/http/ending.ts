import { setMaxListeners } from 'node:events'
import { Server, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const nextCallComesWithinMs = 300
const firstCallComesWithinMs = 1000
const callsEndWithinMs = 30_000

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Stops the server without dropping calls: waits up to 30 seconds until every received call is answered, and before that
     * a moment for the next call of clients that go on, unless there are none.
     */
    end(clients?: 'go on' | 'are done'): Promise<void>
    /** Aborted when the server begins to stop, so that waiting calls are answered immediately. */
    ending: AbortSignal
  }
}

/**
 * Adds `end` to the server. It stops listening first. Only then do responses ask clients to close their connections
 * (see `listening` in server.ts): those clients reconnect immediately, and the kernel resets connections that nobody
 * accepted. Node alone would close connections between two calls, and wait forever for idle ones that browsers open
 * ahead of need.
 */
export function makeEndable(app: FastifyInstance): void {
  const silent = new Set<Socket>()
  let arrived = false
  app.server.on('connection', (socket: Socket) => {
    arrived = true
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.addHook('onRequest', ({ raw: { socket } }, _reply, done) => {
    silent.delete(socket)
    done()
  })

  const ending = new AbortController()
  // Every waiting call listens to it.
  setMaxListeners(0, ending.signal)
  app.decorate('ending', ending.signal)
  app.decorate('end', async (clients = 'go on') => {
    // Wait for an event-loop turn without new connections. Under heavy load there may be none.
    arrived = true
    for (let turns = 0; arrived && turns < 1000; turns++) {
      arrived = false
      await turn()
    }
    Server.prototype.close.call(app.server)
    ending.abort()
    if (clients === 'go on') await wait(nextCallComesWithinMs)

    const endSilent = () => {
      for (const socket of silent) socket.destroy()
    }
    const timers = [
      setTimeout(endSilent, firstCallComesWithinMs - nextCallComesWithinMs),
      setTimeout(() => app.server.closeAllConnections(), callsEndWithinMs),
    ]
    await app.close()
    for (const timer of timers) clearTimeout(timer)
  })
}
