import { RunError } from '../runs/attempt.ts'

/** An OpenAI-compatible endpoint for custom skills. */
export interface ModelSettings {
  url: string
  name: string
  key: string | undefined
}

export interface Message {
  role: 'user' | 'assistant'
  content: string
}

const answerWithinMs = 150_000
const retries = 2
const tokensAtMost = 6000

/**
 * Asks the model, which has no tools. Retries if the endpoint is overloaded (429, 5xx).
 * @throws RunError with a message of our own: the library's contains request headers, the endpoint's may repeat the key
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
    throw new RunError('model_failed', tooLong.aborted ? tooSlow : messageOf(error))
  }
}

const tooSlow = 'The model did not answer in time.'

function messageOf(error: unknown): string {
  // Of the last attempt.
  const last = Object(error).lastError ?? error
  const status: unknown = Object(last).statusCode
  if (status === 401 || status === 403) return 'The model’s endpoint rejected the configured key.'
  if (status === 404) return 'The model or its endpoint was not found.'
  if (status === 429) return 'The model’s endpoint is overloaded.'
  if (typeof status === 'number' && status >= 400)
    return `The model’s endpoint returned an error (${status}).`
  if (typeof status === 'number') return 'The model’s endpoint is not compatible with OpenAI’s.'
  return 'The model’s endpoint cannot be reached.'
}
