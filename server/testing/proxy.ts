import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Stands between a test and a server, as the network does, and fails on demand. */
export interface Proxy {
  port: number
  /** Keeps back whatever the server says from now on, and gives the first of it. */
  holdBack(): Promise<Buffer>
  /** Lets through what was kept back and all that follows. */
  letThrough(): void
  /** Lets each thing that the server says from now on take so long. */
  slowDown(ms: number): void
  stop(): Promise<void>
}

/** Starts a TCP proxy on a free port of this machine. */
export async function startProxy(target: { port: number; hostname: string }): Promise<Proxy> {
  const open = new Set<Socket>()
  let holding = false
  let delayMs = 0
  let kept: (() => void)[] = []
  let heard: (bytes: Buffer) => void = () => {}

  const server = createServer((client) => {
    const upstream = connect(target.port, target.hostname)
    const pass = (work: () => void) => (holding ? kept.push(work) : work())
    client.on('data', (bytes) => upstream.write(bytes))
    upstream.on('data', (bytes) => {
      if (holding) heard(bytes)
      if (delayMs > 0) setTimeout(() => pass(() => client.write(bytes)), delayMs)
      else pass(() => client.write(bytes))
    })
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as { port: number }).port,
    holdBack() {
      holding = true
      return new Promise((resolve) => {
        heard = resolve
      })
    },
    letThrough() {
      holding = false
      for (const work of kept) work()
      kept = []
    },
    slowDown(ms) {
      delayMs = ms
    },
    async stop() {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}
