import { setTimeout as wait } from 'node:timers/promises'
import { RunError } from '../runs/attempt.ts'
import { type Answer, type Message, readCompletion } from './completion.ts'
import type { ModelSettings } from './settings.ts'

/** Below the time after which `fetch` gives up. */
const answerWithinMs = 280_000
const retries = 6
const bodyCharsAtMost = 4_000_000

export interface Asking {
  signal: AbortSignal
  /** When the run times out, by `performance.now()`. */
  deadline: number
  outputTokens: number
  /** Called before a wait that the endpoint asks for. */
  onWait(): void
}

/** A configured model. It remembers which parameters its endpoint takes. */
export interface Model {
  settings: ModelSettings
  /**
   * Asks the model, which has no tools. Tries again if the endpoint is overloaded or unavailable (408, 429, 5xx), when it
   * asks to, and without parameters that it rejects (400, 422).
   * @throws RunError `model_failed`
   */
  ask(messages: Message[], asking: Asking): Promise<Answer>
}

interface Response {
  status: number
  headers: Headers
  body: string
}

export function createModel(settings: ModelSettings): Model {
  let known: Parameters = usualParameters

  return {
    settings,
    async ask(messages, asking) {
      let sent = known
      for (let attempt = 0; ; ) {
        const request = { model: settings.name, messages, ...inRequest(sent, asking.outputTokens) }
        const response = await post(settings, request, asking.signal)
        if (response && response.status < 300) {
          known = sent
          return (
            readCompletion(response.body, messages) ??
            fail('The model’s endpoint is not compatible with OpenAI’s.', response)
          )
        }
        const isRejected = response?.status === 400 || response?.status === 422
        const other = isRejected ? withoutRejected(sent, response.body) : null
        if (other) sent = other
        else if (!mayRecover(response) || attempt === retries) fail(messageOf(response?.status), response)
        else await untilRetry(response, attempt++, asking)
      }
    },
  }

  async function untilRetry(
    response: Response | null,
    attempt: number,
    { signal, deadline, onWait }: Asking,
  ) {
    const ms = retryAfterMs(response?.headers, attempt, Date.now())
    if (performance.now() + ms > deadline)
      fail('The model’s endpoint is overloaded for longer than the run may take.', response)
    onWait()
    await wait(ms, undefined, { signal })
  }

  function fail(message: string, response: Response | null): never {
    throw new RunError('model_failed', message, response && endpointMessage(response.body, settings.key))
  }
}

const mayRecover = (response: Response | null): boolean =>
  response === null || response.status === 408 || response.status === 429 || response.status >= 500

/** @returns null if the endpoint cannot be reached */
async function post(
  { url, key }: ModelSettings,
  request: object,
  signal: AbortSignal,
): Promise<Response | null> {
  const address = new URL(url)
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/chat/completions`
  const tooLong = AbortSignal.timeout(answerWithinMs)
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(request),
      signal: AbortSignal.any([signal, tooLong]),
    })
    return { status: response.status, headers: response.headers, body: await bodyOf(response) }
  } catch {
    signal.throwIfAborted()
    if (tooLong.aborted) throw new RunError('model_failed', 'The model did not answer in time.')
    return null
  }
}

/** An endpoint that is none may send without end. */
async function bodyOf({ body }: globalThis.Response): Promise<string> {
  let text = ''
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    if (text.length > bodyCharsAtMost) break
  }
  return text
}

function messageOf(status: number | undefined): string {
  if (status === undefined) return 'The model’s endpoint cannot be reached.'
  if (status === 401 || status === 403) return 'The model’s endpoint rejected the configured key.'
  if (status === 404) return 'The model or its endpoint was not found.'
  if (status === 429) return 'The model’s endpoint is overloaded.'
  return `The model’s endpoint returned an error (${status}).`
}

const longestMessage = 500

/**
 * Returns what an endpoint says about an error, for admins: on one line, at most 500 characters, without the key.
 * Understands the bodies of OpenAI, of FastAPI (`detail`), and text.
 */
export function endpointMessage(body: string, key: string | undefined): string | null {
  const message = withoutKey(messageIn(body) ?? body, key)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  if (!message) return null
  return message.length <= longestMessage
    ? message
    : `${message.slice(0, longestMessage - 1).toWellFormed()}…`
}

function messageIn(body: string): string | null {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return null
  }
  // Some endpoints wrap the error in a list.
  const [whole] = [value].flat() as unknown[]
  const { error, message, detail } = Object(whole) as Record<string, unknown>
  const found = [Object(error).message, error, message, detail].find(
    (text) => typeof text === 'string' && text.trim() !== '',
  )
  return (found as string | undefined) ?? null
}

/** An endpoint may also repeat other credentials, such as those of a proxy. */
const withoutKey = (text: string, key: string | undefined): string =>
  (key ? text.replaceAll(key, '[key]') : text)
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, '$1 [key]')
    .replace(/\b(?:sk|pk|key|api)-[\w-]{12,}/gi, '[key]')

/** The optional parameters of a request to chat completions. */
interface Parameters {
  temperature: boolean
  /** The name under which the length of the answer is limited; null for no limit. */
  limit: 'max_tokens' | 'max_completion_tokens' | null
}

const usualParameters: Parameters = { temperature: true, limit: 'max_tokens' }

/** An answer of a model that takes `max_completion_tokens` includes its thoughts, which need room, too. */
const roomForThoughts = 4

const inRequest = ({ temperature, limit }: Parameters, outputTokens: number) => ({
  ...(temperature && { temperature: 0 }),
  ...(limit && { [limit]: limit === 'max_tokens' ? outputTokens : roomForThoughts * outputTokens }),
})

/**
 * Returns what to send after an endpoint rejected a request: newer models of OpenAI take no `temperature`, and
 * `max_completion_tokens` instead of `max_tokens`; other endpoints know only one of the two. A message that names none of
 * the parameters may be about any of them.
 * @returns null if no parameter is to blame
 */
function withoutRejected(sent: Parameters, message: string): Parameters | null {
  if (sent.temperature && /\btemperature\b/i.test(message)) return { ...sent, temperature: false }
  if (sent.limit && /\bmax_(completion_)?tokens\b/i.test(message))
    return { ...sent, limit: sent.limit === 'max_tokens' ? 'max_completion_tokens' : null }
  return sent.temperature || sent.limit ? { temperature: false, limit: null } : null
}

const firstWaitMs = 1000

/**
 * Returns how long to wait before another attempt: what the endpoint asks for in `Retry-After`, in seconds or as an HTTP
 * date (RFC 9110, 10.2.3), or in OpenAI's more precise `retry-after-ms`; otherwise longer after each attempt.
 * @param attempt from 0
 * @param now in milliseconds since 1970
 */
export function retryAfterMs(headers: Headers | undefined, attempt: number, now: number): number {
  return askedFor(headers, now) ?? firstWaitMs * 2 ** attempt
}

function askedFor(headers: Headers | undefined, now: number): number | null {
  const precise = headers?.get('retry-after-ms')?.trim()
  if (precise && /^\d+(\.\d+)?$/.test(precise)) return Number(precise)
  const given = headers?.get('retry-after')?.trim()
  if (!given) return null
  if (/^\d+(\.\d+)?$/.test(given)) return Number(given) * 1000
  const date = Date.parse(given)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
