import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, createClient } from '#client'
import {
  changePassword,
  confirmTwoFactor,
  type ErrorCode,
  type Input,
  type Operation,
  type Output,
  takesIdempotencyKey,
} from '#contract'
import { newId } from '#platform'
import type { Uses } from './last-used.ts'
import type { Life, Nodes } from './nodes.ts'

/** With what one calls: a session, a key, or nothing. */
export interface Credential {
  headers: Record<string, string>
  keyId?: string
}

/** What came of a call, in the end. */
export type Outcome<O extends Operation> =
  | { kind: 'done'; result: Output<O> }
  /** Its answer was lost, and a repeat under its Idempotency-Key said that it was done, without the secret. */
  | { kind: 'done, unseen'; id: string }
  | { kind: 'refused'; code: string }
  | { kind: 'unknown' }

export const isDone = ({ kind }: { kind: string }): boolean => kind === 'done' || kind === 'done, unseen'

interface Options {
  /** Where it goes; anywhere unless given. */
  life?: Life
  /** This refusal is what is wanted. */
  wanted?: ErrorCode
  /** Whose cookies are kept. */
  onResponse?: (response: Response) => void
}

/** Refusals that mean that the soak, or the server, is wrong. */
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
const tries = 40
const answerWithinMs = 60_000
const repeatedAnyway = 0.05
/** Takes a key like any POST, but changes nothing that a repeat could do twice: it looks anew. */
const looksAnew = ['trackers.preview']
/** Their session goes on under another cookie. */
const givesNewCookie = ({ id }: Operation) => [confirmTwoFactor.id, changePassword.id].includes(id)

/** Calls nodes, again where an answer was lost, and counts what comes of it. */
export function createCaller(nodes: Nodes, uses: Uses) {
  const tally = { done: 0, refused: 0, busy: 0, lost: 0, repeated: 0, unknown: 0 }
  const refusals = new Map<string, number>()
  const done = new Map<string, number>()
  const wrong: string[] = []
  /** Times of answers that said 503. */
  const busyAt: number[] = []

  async function once<O extends Operation>(
    operation: O,
    input: Input<O>,
    { headers, keyId }: Credential,
    life: Life,
    key: string | undefined,
    onResponse: Options['onResponse'],
  ): Promise<Outcome<O> & { body?: string }> {
    const sent = Date.now()
    let body = ''
    const client = createClient({
      baseUrl: life.url,
      headers,
      async fetch(url, init) {
        const response = await fetch(url, { ...init, signal: AbortSignal.timeout(answerWithinMs) })
        // An answer is one when all of it is here.
        const bytes = await response.arrayBuffer()
        body = Buffer.from(bytes).toString('latin1')
        life.calls++
        if (keyId && response.status !== 401 && response.status < 500) uses.answered(keyId, life, sent)
        onResponse?.(response)
        return new Response(bytes.byteLength > 0 ? bytes : null, response)
      },
    })
    try {
      // The generic call is typed for callers who know their operation.
      const result = await (client.call as (...given: unknown[]) => Promise<Output<O>>)(operation, input, {
        ...(key && { idempotencyKey: key }),
      })
      return { kind: 'done', result, body }
    } catch (error) {
      if (error instanceof ApiError) {
        if (error.code === 'busy') busyAt.push(Date.now())
        const made = error.code === 'already_done' && /it made (\S+)\./.exec(error.message)?.[1]
        if (made) return { kind: 'done, unseen', id: made }
        return { kind: 'refused', code: error.code }
      }
      if (keyId) uses.lost(keyId)
      tally.lost++
      return { kind: 'unknown' }
    }
  }

  async function call<O extends Operation>(
    operation: O,
    input: Input<O>,
    credential: Credential,
    { life, wanted, onResponse }: Options = {},
  ): Promise<Outcome<O>> {
    const key = takesIdempotencyKey(operation) ? newId() : undefined
    let lost = false
    for (let n = 0; n < tries; n++) {
      const outcome = await once(operation, input, credential, life ?? nodes.any(), key, onResponse)
      if (outcome.kind === 'unknown') lost = true
      else if (outcome.kind === 'refused' && outcome.code === 'busy') tally.busy++
      else {
        // The cookie by which it could be repeated was in the answer that was lost.
        if (
          lost &&
          outcome.kind === 'refused' &&
          outcome.code === 'unauthenticated' &&
          givesNewCookie(operation)
        )
          break
        if (lost) tally.repeated++
        if (outcome.kind !== 'refused' || outcome.code !== wanted) settle(operation, input, outcome)
        if (
          key &&
          outcome.kind === 'done' &&
          operation.replay === 'stored' &&
          !looksAnew.includes(operation.id) &&
          Math.random() < repeatedAnyway
        )
          await repeat(operation, input, credential, key, outcome.body)
        // What was done without an Idempotency-Key is refused the second time.
        return lost && !key && outcome.kind === 'refused' ? { kind: 'unknown' } : outcome
      }
      // Whoever has no key to repeat it under, and is no reader, cannot know.
      if (lost && !key && operation.allow === 'anyone' && operation.method === 'POST') break
      await wait(100 + 400 * Math.random())
    }
    tally.unknown++
    return { kind: 'unknown' }
  }

  function settle<O extends Operation>(operation: O, input: Input<O>, outcome: Outcome<O>): void {
    if (outcome.kind === 'refused') {
      tally.refused++
      const what = `${operation.id}: ${outcome.code}`
      refusals.set(what, (refusals.get(what) ?? 0) + 1)
      if (neverRefused.includes(outcome.code)) wrong.push(`${what} (${JSON.stringify(input)})`)
      return
    }
    tally.done++
    done.set(operation.id, (done.get(operation.id) ?? 0) + 1)
  }

  /** Asks again under the same key, as someone does who has not heard the answer. */
  async function repeat<O extends Operation>(
    operation: O,
    input: Input<O>,
    credential: Credential,
    key: string,
    answer: string | undefined,
  ): Promise<void> {
    const again = await once(operation, input, credential, nodes.any(), key, undefined)
    if (again.kind === 'done' && again.body !== answer)
      wrong.push(`${operation.id} was answered otherwise when it was repeated: ${again.body} and ${answer}`)
    if (again.kind === 'refused' && again.code !== 'busy')
      wrong.push(`${operation.id} was refused when it was repeated: ${again.code}`)
  }

  return { call, tally, refusals, done, wrong, busyAt }
}

export type Caller = ReturnType<typeof createCaller>
