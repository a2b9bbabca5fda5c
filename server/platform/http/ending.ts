import { setMaxListeners } from 'node:events'
import { Server, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const nextCallComesWithinMs = 300
const firstCallComesWithinMs = 1000
const callsEndWithinMs = 30_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends the server without dropping a call: everything that came is answered, for up to half a minute. */
    end(): Promise<void>
    /** Aborted at the beginning of that, so that answers which wait for something are made at once. */
    ending: AbortSignal
  }
}

/**
 * Gives the server its `end`. First it stops listening; only then do answers ask for their connections to be closed
 * (see `listening` in server.ts), because whoever is asked connects again at once, and the kernel resets a connection
 * that it made and nobody took yet. Node would close connections between two calls, and would wait for ever for those
 * on which no call came, such as a browser opens ahead of need.
 */
export function makeEndable(app: FastifyInstance): void {
  const silent = new Set<Socket>()
  let arrived = false
  app.server.on('connection', (socket: Socket) => {
    arrived = true
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }) => silent.delete(socket))

  const ending = new AbortController()
  // Every answer that waits listens to it.
  setMaxListeners(0, ending.signal)
  app.decorate('ending', ending.signal)
  app.decorate('end', async () => {
    // After a turn in which none arrived, none waits to be taken. In a flood there may be no such turn.
    arrived = true
    for (let turns = 0; arrived && turns < 1000; turns++) {
      arrived = false
      await turn()
    }
    Server.prototype.close.call(app.server)
    ending.abort()
    await wait(nextCallComesWithinMs)

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
