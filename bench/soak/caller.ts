import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, createClient } from '#client'
import * as api from '#contract'
import { newId } from '#platform'
import type { Uses } from './last-used.ts'
import type { Life, Nodes } from './nodes.ts'

/** A session, a key, or nothing. */
export interface Credential {
  headers: Record<string, string>
  keyId?: string
  /** Keeps the cookies of each response. */
  onResponse?: (response: Response) => void
}

/** The final outcome of a call. */
export type Outcome<O extends api.Operation> =
  | { kind: 'done'; result: api.Output<O> }
  /** Its response was lost, and a repeat under its Idempotency-Key returned the id without the secret. */
  | { kind: 'done, unseen' }
  | { kind: 'refused'; code: string }
  | { kind: 'unknown' }

interface Options {
  /** The node to call; any by default. */
  life?: Life
  /** An error that is expected. */
  wanted?: api.ErrorCode
}

/** Errors that mean that the soak or the server is wrong. */
const neverRefused = [
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
/** Longer than a failover takes. */
const repeatsForMs = 60_000
const answersWithinMs = 60_000
const repeatedAnyway = 0.05
/** Without its new cookie a lost response cannot be repeated. */
const givesNewCookie = ({ id }: api.Operation) =>
  [api.confirmTwoFactor.id, api.changePassword.id].includes(id)
/** A repeat must return the first response, except where nothing was changed and the response is computed again. */
const isReplayed = ({ id, replay }: api.Operation) => replay === 'stored' && id !== api.previewTracker.id

/** Calls nodes, repeats calls whose responses were lost, and counts their outcomes. */
export function createCaller(nodes: Pick<Nodes, 'any'>, uses: Uses) {
  const tally = { done: 0, refused: 0, internal: 0, busy: 0, lost: 0, repeated: 0, unknown: 0 }
  const refusals = new Map<string, number>()
  const done = new Set<string>()
  const wrong: string[] = []
  /** Responses with status 503. */
  const busy: { id: string; at: number }[] = []

  async function once<O extends api.Operation>(
    operation: O,
    input: api.Input<O>,
    { headers, keyId, onResponse }: Credential,
    life: Life,
    idempotencyKey: string | undefined,
  ): Promise<Outcome<O> & { body?: string }> {
    const sent = Date.now()
    let body = ''
    const client = createClient({
      baseUrl: life.url,
      headers,
      async fetch(url, init) {
        const response = await fetch(url, { ...init, signal: AbortSignal.timeout(answersWithinMs) })
        // A response counts once all of it has arrived.
        const bytes = await response.arrayBuffer()
        body = Buffer.from(bytes).toString('latin1')
        if (keyId && response.status !== 401 && response.status < 500) uses.answered(keyId, life, sent)
        onResponse?.(response)
        return new Response(bytes.byteLength > 0 ? bytes : null, response)
      },
    })
    try {
      // The generic call is typed for callers who know their operation.
      const perform = client.call as (...given: unknown[]) => Promise<api.Output<O>>
      return { kind: 'done', result: await perform(operation, input, { idempotencyKey }), body }
    } catch (error) {
      if (error instanceof ApiError) {
        if (error.code === 'busy') busy.push({ id: operation.id, at: Date.now() })
        return error.code === 'already_done'
          ? { kind: 'done, unseen' }
          : { kind: 'refused', code: error.code }
      }
      if (keyId) uses.lost(keyId)
      tally.lost++
      return { kind: 'unknown' }
    }
  }

  async function call<O extends api.Operation>(
    operation: O,
    input: api.Input<O>,
    credential: Credential,
    { life, wanted }: Options = {},
  ): Promise<Outcome<O>> {
    const key = api.takesIdempotencyKey(operation) ? newId() : undefined
    let lost = false
    for (const end = Date.now() + repeatsForMs; Date.now() < end; ) {
      const outcome = await once(operation, input, credential, life ?? nodes.any(), key)
      const refusal = outcome.kind === 'refused' ? outcome.code : null
      if (outcome.kind === 'unknown') lost = true
      else if (refusal === 'busy') tally.busy++
      else if (lost && refusal === 'unauthenticated' && givesNewCookie(operation)) break
      else {
        if (lost) tally.repeated++
        if (refusal === null || refusal !== wanted) count(operation, Object(input), refusal)
        if (key && outcome.kind === 'done' && isReplayed(operation) && Math.random() < repeatedAnyway)
          await repeat(operation, input, credential, key, outcome.body)
        // Without an Idempotency-Key, a repeat of what was done is refused.
        return lost && !key && refusal !== null ? { kind: 'unknown' } : outcome
      }
      // A change by nobody has no key to repeat it under.
      if (lost && !key && operation.allow === 'anyone' && operation.method === 'POST') break
      await wait(100 + 400 * Math.random())
    }
    tally.unknown++
    return { kind: 'unknown' }
  }

  function count(operation: api.Operation, input: object, refusal: string | null): void {
    if (refusal === null) {
      tally.done++
      done.add(operation.id)
      return
    }
    if (refusal === 'internal') tally.internal++
    else tally.refused++
    const what = `${operation.id}: ${refusal}`
    refusals.set(what, (refusals.get(what) ?? 0) + 1)
    if (neverRefused.includes(refusal)) wrong.push(`${what} (${JSON.stringify(input)})`)
  }

  /** Repeats a call as if its response had been lost. */
  async function repeat<O extends api.Operation>(
    operation: O,
    input: api.Input<O>,
    credential: Credential,
    key: string,
    body: string | undefined,
  ): Promise<void> {
    const again = await once(operation, input, credential, nodes.any(), key)
    if (again.kind === 'done' && again.body !== body)
      wrong.push(`${operation.id} returned ${again.body} when it was repeated, and ${body} at first`)
    if (again.kind === 'refused' && again.code !== 'busy')
      wrong.push(`${operation.id} was refused when it was repeated: ${again.code}`)
  }

  return { call, tally, refusals, done, wrong, busy }
}

export type Caller = ReturnType<typeof createCaller>
