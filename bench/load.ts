import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

/** One kind of call, as the bytes of its request. */
export type Call = Buffer

export function callOf(path: string, token?: string): Call {
  const authorization = token ? `authorization: Bearer ${token}\r\n` : ''
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: bench\r\n${authorization}\r\n`)
}

export function postOf(path: string, token: string, body: object): Call {
  const json = Buffer.from(JSON.stringify(body))
  const head = `POST ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${json.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), json])
}

/** A connection that makes one call at a time. `http.request` would cost more than the server that is measured. */
class Connection {
  readonly #socket: Socket
  #received = ''
  #done: ((status: number) => void) | undefined

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.#socket.setEncoding('latin1').on('data', (text: string) => this.#receive(text))
  }

  call(call: Call): Promise<number> {
    this.#socket.write(call)
    return new Promise((resolve) => {
      this.#done = resolve
    })
  }

  end(): void {
    this.#socket.destroy()
  }

  #receive(text: string): void {
    this.#received += text
    const head = this.#received.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/content-length: (\d+)/i.exec(this.#received)?.[1] ?? 0)
    if (this.#received.length < head + 4 + length) return
    const status = Number(this.#received.slice(9, 12))
    this.#received = ''
    this.#done?.(status)
  }
}

/**
 * Calls a second of `connections` callers, each of whom calls again as soon as it is answered.
 * @param call one call made again and again, or what makes the next
 */
export async function callsPerSecond(
  url: string,
  call: Call | (() => Call),
  seconds: number,
  connections = 64,
): Promise<number> {
  let count = 0
  const until = performance.now() + seconds * 1000
  const caller = async () => {
    const connection = new Connection(url)
    while (performance.now() < until) {
      const status = await connection.call(typeof call === 'function' ? call() : call)
      if (status !== 200 && status !== 201) throw new Error(`A call was answered ${status}`)
      count++
    }
    connection.end()
  }
  await Promise.all(Array.from({ length: connections }, caller))
  return count / seconds
}

/**
 * Calls that come at a fixed rate, whether or not those before were answered, and how long each took from when it was
 * due, in milliseconds. So a server that stalls is charged for the calls that came meanwhile.
 */
export async function latencies(
  url: string,
  call: () => Call,
  rate: number,
  seconds: number,
): Promise<number[]> {
  const times: number[] = []
  const total = Math.floor(rate * seconds)
  const idle = Array.from({ length: 64 }, () => new Connection(url))
  const all = [...idle]
  const begun = performance.now()
  const make = async (connection: Connection, due: number) => {
    await connection.call(call())
    times.push(performance.now() - due)
    idle.push(connection)
  }
  for (let next = 0; times.length < total; ) {
    const due = begun + (next / rate) * 1000
    const connection = next < total && due <= performance.now() ? idle.pop() : undefined
    // Waiting any more closely would take the processor from the server.
    if (!connection) await wait(1)
    else {
      next++
      void make(connection, due)
    }
  }
  for (const connection of all) connection.end()
  return times
}

export function percentile(times: number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

export const median = (values: number[]) => percentile(values, 0.5)
