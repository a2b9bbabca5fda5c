import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, createClient } from '#client'
import { type ErrorCode, type Input, type Operation, type Output, takesIdempotencyKey } from '#contract'
import { newId } from '#platform'
import type { Request, Timed } from './checks/linearize.ts'
import type { Dice } from './dice.ts'
import type { History } from './history.ts'
import type { Node } from './installation.ts'

export type Headers = Record<string, string>

/** A response, and when it was waited for. */
export type Response<Result> = Timed &
  ({ kind: 'done'; result: Result } | { kind: 'refused'; code: ErrorCode })

/** What a call led to. */
export interface Called<Result> {
  /** Null if there is none. */
  response: Response<Result> | null
  /** When requests were sent that have no response and may still take effect, each once. */
  lost: number[]
}

const answersWithinMs = 8_000
/** How many calls with an Idempotency-Key are given up at the first lost response. */
const givenUp = 0.25
const repeatedAnyway = 0.15
const tries = 60

/** Creates the calls of one client, which sends one request at a time to nodes at random and records the responses. */
export function createCaller(nodes: readonly Node[], history: History, dice: Dice) {
  interface Options {
    idempotencyKey?: string | undefined
    /** Gets each response. */
    onResponse?: (response: globalThis.Response) => void
    /** The only errors that the request can deserve. */
    expected?: readonly ErrorCode[]
  }

  /** Sends a request once. Null if no response of its own arrives: it can have taken effect, also after a 503. */
  async function once<O extends Operation>(
    operation: O,
    input: Input<O>,
    headers: Headers,
    { idempotencyKey, onResponse, expected = [] }: Options = {},
  ): Promise<Response<Output<O>> | null> {
    let body = ''
    let requestId: string | null = null
    const client = createClient({
      baseUrl: dice.pick(nodes).url,
      headers,
      async fetch(url, init) {
        const response = await fetch(url, { ...init, signal: AbortSignal.timeout(answersWithinMs) })
        const bytes = await response.arrayBuffer()
        body = Buffer.from(bytes).toString('latin1')
        requestId = response.headers.get('x-request-id')
        onResponse?.(response)
        return new globalThis.Response(bytes.byteLength > 0 ? bytes : null, response)
      },
    })
    const invoked = performance.now()
    const returned = () => ({ invoked, returned: performance.now() })
    try {
      // The generic call is typed for callers who know their operation.
      const call = client.call as (...given: unknown[]) => Promise<Output<O>>
      const result = await call(operation, input, { idempotencyKey })
      if (idempotencyKey) history.replays.push({ operation: operation.id, key: idempotencyKey, body })
      return { kind: 'done', result, ...returned() }
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'busy'
      const refused = { kind: 'refused', code, ...returned() } as const
      if (code !== 'busy' && !expected.includes(code))
        history.responses.push({ operation: operation.id, code, requestId })
      if (error instanceof ApiError && error.status < 500) return refused
      await wait(dice.between(20, 300))
      return null
    }
  }

  /** Repeats a call with an Idempotency-Key until there is a response, as a program does, or gives up. */
  async function change<O extends Operation>(
    operation: O,
    input: Input<O>,
    headers: Headers,
    options: Options,
  ): Promise<Called<Output<O>>> {
    const begun = performance.now()
    for (let n = 0; n < tries; n++) {
      const response = await once(operation, input, headers, options)
      // A repeat returns the response of the first request, which took effect at any time since.
      if (response?.kind === 'done') return { response: { ...response, invoked: begun }, lost: [] }
      if (response) return { response, lost: n > 0 ? [begun] : [] }
      if (n === 0 && dice.chance(givenUp)) break
    }
    return { response: null, lost: [begun] }
  }

  return {
    once,
    /** Calls an operation that changes something. @param expected the only errors that the request can deserve */
    async call<O extends Operation>(
      operation: O,
      input: Input<O>,
      headers: Headers,
      expected: readonly ErrorCode[] = [],
    ): Promise<Called<Output<O>>> {
      const begun = performance.now()
      if (!takesIdempotencyKey(operation)) {
        const response = await once(operation, input, headers, { expected })
        return { response, lost: response ? [] : [begun] }
      }
      const options = { idempotencyKey: newId(), expected }
      const called = await change(operation, input, headers, options)
      if (called.response?.kind === 'done' && operation.replay === 'stored' && dice.chance(repeatedAnyway))
        await once(operation, input, headers, options)
      return called
    },
    persist,
    /** Repeats a call until it is done. It must be safe to repeat. @throws Error if it is refused, or never done */
    async certainly<O extends Operation>(
      operation: O,
      input: Input<O>,
      headers: Headers,
    ): Promise<Output<O>> {
      const response = await persist(operation, input, headers)
      if (response.kind === 'done') return response.result
      throw new Error(`${operation.id} was refused: ${response.code}`)
    },
  }

  /** Repeats a call until there is a response. It must be safe to repeat. @throws Error if there is never one */
  async function persist<O extends Operation>(
    operation: O,
    input: Input<O>,
    headers: Headers,
    options: Options = {},
  ): Promise<Response<Output<O>>> {
    const idempotencyKey = takesIdempotencyKey(operation) ? newId() : undefined
    for (let n = 0; n < tries; n++) {
      const response = await once(operation, input, headers, { ...options, idempotencyKey })
      if (response) return response
    }
    throw new Error(`${operation.id} never got a response`)
  }
}

export type Caller = ReturnType<typeof createCaller>

/** Records a call: its response, and each request that was lost, for which `opOf` gets null. */
export function record<Result, Op>(
  requests: Request<Op>[],
  { response, lost }: Called<Result>,
  opOf: (response: Response<Result> | null) => NoInfer<Op>,
): void {
  for (const invoked of lost)
    requests.push({ op: opOf(null), certain: false, invoked, returned: Number.POSITIVE_INFINITY })
  if (response) requests.push({ op: opOf(response), certain: true, ...timesOf(response) })
}

/** Records a response to a request that changes nothing, unless `opOf` returns null. */
export function recordRead<Result, Op>(
  requests: Request<Op>[],
  response: Response<Result> | null,
  opOf: (response: Response<Result>) => NoInfer<Op> | null,
): void {
  const op = response && opOf(response)
  if (response && op) requests.push({ op, certain: true, ...timesOf(response) })
}

const timesOf = ({ invoked, returned }: Timed): Timed => ({ invoked, returned })
