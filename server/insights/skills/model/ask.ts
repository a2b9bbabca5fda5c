import type { ModelSettings } from '../index.ts'
import { RunError } from '../runs/attempt.ts'

export interface Message {
  role: 'user' | 'assistant'
  content: string
}

/** So long a model may take to answer once. */
const answerWithinMs = 150_000
const retries = 2
const tokensAtMost = 6000

/**
 * Asks the model, which has no tools: its answer is text, and nothing comes of it but what is read there. Tries again
 * where the endpoint is out of breath (429, 5xx).
 * @throws RunError in words of our own: an error of the library holds the request with its headers, the endpoint's may
 * repeat the key
 */
export async function ask(
  { url, name, key }: ModelSettings,
  instructions: string,
  messages: Message[],
  signal: AbortSignal,
): Promise<string> {
  const [{ generateText }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ])
  const provider = createOpenAICompatible({ name: 'configured', baseURL: url, ...(key && { apiKey: key }) })
  const tooLong = AbortSignal.timeout(answerWithinMs)
  try {
    const { text } = await generateText({
      model: provider.chatModel(name),
      instructions,
      messages,
      temperature: 0,
      maxOutputTokens: tokensAtMost,
      maxRetries: retries,
      abortSignal: AbortSignal.any([signal, tooLong]),
    })
    return text
  } catch (error) {
    signal.throwIfAborted()
    throw new RunError('model_failed', tooLong.aborted ? tooSlow : whatHappened(error))
  }
}

const tooSlow = 'The model did not answer in time.'

function whatHappened(error: unknown): string {
  // The last attempt's, where there were several.
  const last = Object(error).lastError ?? error
  const status: unknown = Object(last).statusCode
  if (status === 401 || status === 403) return 'The model’s endpoint refused the key that is configured.'
  if (status === 404) return 'The model’s endpoint has no such model, or is none.'
  if (status === 429) return 'The model’s endpoint has too much to do.'
  if (typeof status === 'number' && status >= 400)
    return `The model’s endpoint answered with an error (${status}).`
  if (typeof status === 'number') return 'The model’s endpoint did not answer in the form that OpenAI’s has.'
  return 'The model’s endpoint cannot be reached.'
}
