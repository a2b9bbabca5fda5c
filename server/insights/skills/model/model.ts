import { setTimeout as wait } from 'node:timers/promises'
import { RunError } from '../runs/attempt.ts'
import { type Answer, type Message, readCompletion } from './completion.ts'
import { endpointMessage } from './endpoint-message.ts'
import { inRequest, type Parameters, usualParameters, withoutRejected } from './parameters.ts'
import { retryAfterMs } from './retry-after.ts'
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
