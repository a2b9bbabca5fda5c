import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/** Prints a line of a measurement. */
export type Print = (line: string) => void

/** The bytes of a request. */
export type RequestBytes = Buffer

export function callOf(path: string, token?: string): RequestBytes {
  const authorization = token ? `authorization: Bearer ${token}\r\n` : ''
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: bench\r\n${authorization}\r\n`)
}

export function postOf(path: string, token: string, body: object): RequestBytes {
  const json = Buffer.from(JSON.stringify(body))
  const head = `POST ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${json.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), json])
}

/** A connection with one call at a time. `http.request` would cost more than the server that it measures. */
class Connection {
  readonly #socket: Socket
  #received = ''
  #done: ((status: number) => void) | undefined

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.#socket.setEncoding('latin1').on('data', (text: string) => this.#receive(text))
  }

  call(call: RequestBytes): Promise<number> {
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
 * Returns the calls a second of `connections` callers, each of whom calls again as soon as it has its response.
 * @param call one call that is repeated, or a function that returns the next
 */
export async function callsPerSecond(
  url: string,
  call: RequestBytes | (() => RequestBytes),
  seconds: number,
  connections = 64,
): Promise<number> {
  let count = 0
  const until = performance.now() + seconds * 1000
  const caller = async () => {
    const connection = new Connection(url)
    while (performance.now() < until) {
      const status = await connection.call(typeof call === 'function' ? call() : call)
      if (status !== 200 && status !== 201) throw new Error(`A response has status ${status}`)
      count++
    }
    connection.end()
  }
  await Promise.all(Array.from({ length: connections }, caller))
  return count / seconds
}

/** Sends the calls that `next` returns, until it returns none, by `connections` callers. `answered` gets each with its status. */
export async function sendAll(
  url: string,
  next: () => RequestBytes | undefined,
  answered: (call: RequestBytes, status: number) => void,
  connections: number,
): Promise<void> {
  const caller = async () => {
    const connection = new Connection(url)
    for (let call = next(); call; call = next()) answered(call, await connection.call(call))
    connection.end()
  }
  await Promise.all(Array.from({ length: connections }, caller))
}

/** Returns the milliseconds that a call with an installation's key takes, one caller calling for a second. */
export const callMs = async ({ url, token }: { url: string; token: string }, path: string): Promise<number> =>
  1000 / (await callsPerSecond(url, callOf(path, token), 1, 1))

export function percentile(times: number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

export const median = (values: number[]) => percentile(values, 0.5)

/** Takes all measurements in turn, for some rounds, and returns the results of each. The warm-up rounds do not count. */
export async function rounds<T>(
  count: number,
  measurements: readonly (() => Promise<T>)[],
  warmUps = 0,
): Promise<T[][]> {
  const results: T[][] = measurements.map(() => [])
  for (let round = -warmUps; round < count; round++) {
    for (const [n, measure] of measurements.entries()) {
      const result = await measure()
      if (round >= 0) results[n]!.push(result)
    }
  }
  return results
}

/** What is measured, such as a page or a call. */
export interface Subject {
  name: string
  /** Measurements of it, such as among few and among many records. */
  of: Record<string, () => Promise<number>>
  unit?: string
}

/** Takes the measurements of a subject in turn, and prints the median of each, and how often the last one is the first one. */
export async function measure(
  print: Print,
  { name, of, unit = 'ms' }: Subject,
  count: number,
): Promise<void> {
  const medians = (await rounds(count, Object.values(of))).map(median)
  const figures = Object.keys(of).map((what, n) => {
    const figure = medians[n]!
    return `${what} ${figure < 100 ? figure.toFixed(2) : Math.round(figure).toLocaleString('en')} ${unit}`
  })
  const ratio = medians.length > 1 ? `; ${(medians.at(-1)! / medians[0]!).toFixed(2)} times` : ''
  print(`${name.padEnd(28)}${figures.join(', ')}${ratio}`)
}

/** Returns how long work takes, in milliseconds. */
export async function timeOf(work: () => unknown): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Repeats a measurement until the work is done. Returns the result of the work, and all measurements. */
export async function during<T, Measured>(
  work: Promise<T>,
  measure: () => Promise<Measured>,
): Promise<[T, Measured[]]> {
  let done = false
  const finished = work.finally(() => {
    done = true
  })
  const measured: Measured[] = []
  while (!done) measured.push(await measure())
  return [await finished, measured]
}
