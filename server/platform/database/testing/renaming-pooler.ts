import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Stands before a server and gives named statements names of its own, as PgBouncer does from 1.21. */
export interface RenamingPooler {
  port: number
  stop(): Promise<void>
}

export const prefix = 'PGBOUNCER_'

export async function startRenamingPooler(target: {
  port: number
  hostname: string
}): Promise<RenamingPooler> {
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target.port, target.hostname)
    upstream.pipe(client)
    client.on(
      'data',
      eachMessage((message) => upstream.write(message)),
    )
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => other.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    async stop() {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** Splits what a client sends into messages. Only the first has no type. */
function eachMessage(pass: (message: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  let typeBytes = 0
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= typeBytes + 4) {
      const length = typeBytes + rest.readInt32BE(typeBytes)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      pass(typeBytes === 0 ? message : renamed(message))
      rest = rest.subarray(length)
      typeBytes = 1
    }
  }
}

/** Renames the statement of a message that has one: Parse, Bind, and Describe or Close of a statement. */
function renamed(message: Buffer): Buffer {
  const type = String.fromCharCode(message[0]!)
  let at = 5
  if (type === 'B') at = message.indexOf(0, at) + 1
  else if (type === 'D' || type === 'C') at++
  else if (type !== 'P') return message
  if (message[at] === 0 || ('DC'.includes(type) && message[5] !== 'S'.charCodeAt(0))) return message
  const longer = Buffer.concat([message.subarray(0, at), Buffer.from(prefix), message.subarray(at)])
  longer.writeInt32BE(longer.length - 1, 1)
  return longer
}
