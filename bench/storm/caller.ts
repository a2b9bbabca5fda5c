import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, createClient } from '#client'
import { type ErrorCode, type Input, type Operation, type Output, takesIdempotencyKey } from '#contract'
import { newId } from '#platform'
import type { After, Request } from './checks/linearize.ts'
import type { Answer, Called } from './checks/observed.ts'
import type { Dice } from './dice.ts'
import type { History } from './history.ts'
import type { Node } from './nodes.ts'

/** A session, a key, or nothing. */
export interface Credential {
  headers: Record<string, string>
  /** Whose it is. An `Idempotency-Key` belongs to the API key, or else to the user. */
  userId?: string
  keyId?: string
  /** The only node to call with it. */
  node?: Node
  onResponse?: (response: Response) => void
}

/** Refusals that mean that the storm or the server is wrong, unless a call expects them. */
const neverDeserved: readonly ErrorCode[] = [
  'internal',
  'unauthenticated',
  'forbidden',
  'session_required',
  'foreign_origin',
  'validation_failed',
  'idempotency_key_reused',
  'not_found',
  'invalid_json',
  'method_not_allowed',
  'unsupported_media_type',
]
type Deserves = (code: ErrorCode) => boolean
const isOfDomain: Deserves = (code) => !neverDeserved.includes(code)

const answersWithinMs = 20_000
/** How many calls with an `Idempotency-Key` are given up at the first lost response. */
const givenUp = 0.25
const repeatedAnyway = 0.1
/** How many calls are first sent under the key of an earlier one. */
const reused = 0.1
const tries = 60

/** The last call of each API key or user of each operation that took effect. */
export type LastCalls = Map<string, { input: string; idempotencyKey: string }>

const lastOf = ({ id }: Operation, { keyId, userId }: Credential) => `${id} ${keyId ?? userId}`

/** Creates the calls of one client, which sends one request at a time to nodes at random and records each. */
export function createCaller(nodes: readonly Node[], history: History, dice: Dice, lastCalls: LastCalls) {
  /** Sends a request once. @param deserves whether an error is one that it deserves */
  async function once<O extends Operation>(
    operation: O,
    input: Input<O>,
    { headers, keyId, node = dice.pick(nodes), onResponse }: Credential,
    deserves: Deserves,
    idempotencyKey?: string,
  ): Promise<Answer<Output<O>> | null> {
    let [body, requestId]: [string, string | null] = ['', null]
    const { life } = node
    const client = createClient({
      baseUrl: node.url,
      headers,
      async fetch(url, init) {
        const response = await fetch(url, { ...init, signal: AbortSignal.timeout(answersWithinMs) })
        const bytes = await response.arrayBuffer()
        if (idempotencyKey) body = Buffer.from(bytes).toString('latin1')
        requestId = response.headers.get('x-request-id')
        onResponse?.(response)
        return new Response(bytes.byteLength > 0 ? bytes : null, response)
      },
    })
    const invoked = performance.now()
    const note = (outcome: 'done' | ErrorCode | null, isDeserved = true) => {
      const times = { invoked, returned: performance.now() }
      const sent = { operation: operation.id, input: JSON.stringify(input), idempotencyKey, keyId, life }
      history.calls.push({ ...sent, ...times, outcome, isDeserved, body, requestId })
      return times
    }
    try {
      // The generic call is typed for callers who know their operation.
      const call = client.call as (...given: unknown[]) => Promise<Output<O>>
      const result = await call(operation, input, { idempotencyKey })
      return { kind: 'done', result, ...note('done') }
    } catch (error) {
      const code = error instanceof ApiError && error.code !== 'busy' ? error.code : null
      if (code === null) note(null)
      else {
        const times = note(code, deserves(code))
        if (error instanceof ApiError && error.status < 500) return { kind: 'refused', code, ...times }
      }
      await wait(dice.between(20, 300))
      return null
    }
  }

  /** Repeats a change under an `Idempotency-Key` until there is a response, as a program does, or gives up. */
  async function change<O extends Operation>(
    operation: O,
    input: Input<O>,
    as: Credential,
    deserves: Deserves,
    isPatient: boolean,
  ): Promise<Called<Output<O>>> {
    const last = lastOf(operation, as)
    if (dice.chance(reused)) await reuse(operation, input, as, lastCalls.get(last)?.idempotencyKey)
    const idempotencyKey = newId()
    const invoked = performance.now()
    for (let n = 0; n < tries; n++) {
      const answer = await once(operation, input, as, deserves, idempotencyKey)
      if (answer?.kind === 'done') {
        if (operation.replay === 'stored' && dice.chance(repeatedAnyway))
          await once(operation, input, as, () => false, idempotencyKey)
        if (as.userId) lastCalls.set(last, { input: JSON.stringify(input), idempotencyKey })
        // A repeat returns the response of the first request, which took effect at any time since.
        return { answer: { ...answer, invoked }, lost: null }
      }
      if (answer) return { answer, lost: n > 0 ? invoked : null }
      if (n === 0 && !isPatient && dice.chance(givenUp)) break
    }
    return { answer: null, lost: invoked }
  }

  /** Sends a request under the key of an earlier one with other content. It has to be refused, whatever it asks for. */
  async function reuse<O extends Operation>(
    operation: O,
    input: Input<O>,
    as: Credential,
    idempotencyKey: string | undefined,
  ): Promise<void> {
    if (!as.userId || !idempotencyKey) return
    if (lastCalls.get(lastOf(operation, as))?.input === JSON.stringify(input)) return
    const deserves = (code: ErrorCode) => code === 'idempotency_key_reused' || isOfDomain(code)
    await once(operation, input, as, deserves, idempotencyKey)
  }

  return {
    /**
     * Calls an operation. A patient client repeats it until there is a response.
     * @param options.expected the only errors that the call deserves; by default, those of its domain
     */
    async call<O extends Operation>(
      operation: O,
      input: Input<O>,
      as: Credential,
      {
        expected,
        isPatient = false,
      }: { expected?: readonly ErrorCode[] | undefined; isPatient?: boolean } = {},
    ): Promise<Called<Output<O>>> {
      const deserves = expected ? (code: ErrorCode) => expected.includes(code) : isOfDomain
      if (takesIdempotencyKey(operation)) return change(operation, input, as, deserves, isPatient)
      const invoked = performance.now()
      let answer = await once(operation, input, as, deserves)
      const isLost = !answer && operation.method !== 'GET'
      for (let n = 1; !answer && isPatient && n < tries; n++)
        answer = await once(operation, input, as, deserves)
      return { answer, lost: isLost ? invoked : null }
    },
  }
}

/** Records a call: what its response shows or why it was refused, and the request that was lost. */
export function record<Result, const Op, Shown>(
  requests: Request<Op>[],
  { answer, lost }: Called<Result>,
  shownIn: (result: Result) => Shown,
  opOf: (after: After<Shown>) => Op,
): void {
  if (lost !== null)
    requests.push({ op: opOf(null), certain: false, invoked: lost, returned: Number.POSITIVE_INFINITY })
  if (!answer) return
  const { invoked, returned } = answer
  const after = answer.kind === 'done' ? { shown: shownIn(answer.result) } : { refused: answer.code }
  requests.push({ op: opOf(after), certain: true, invoked, returned })
}
