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
  /** Ends all connections. */
  cut(): void
  /** Connects to another server from now on. */
  leadTo(target: Target): void
  stop(): Promise<void>
}

interface Target {
  port: number
  hostname: string
}

/** Starts a TCP proxy on a free port of this machine. */
export async function startProxy(first: Target): Promise<Proxy> {
  let target = first
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
  const cut = () => {
    for (const socket of open) socket.destroy()
  }

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
    cut,
    leadTo(other) {
      target = other
    },
    async stop() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
