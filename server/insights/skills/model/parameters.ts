/** The optional parameters of a request to chat completions. */
export interface Parameters {
  temperature: boolean
  /** The name under which the length of the answer is limited; null for no limit. */
  limit: 'max_tokens' | 'max_completion_tokens' | null
}

export const usualParameters: Parameters = { temperature: true, limit: 'max_tokens' }

/** An answer of a model that takes `max_completion_tokens` includes its thoughts, which need room, too. */
const roomForThoughts = 4

export const inRequest = ({ temperature, limit }: Parameters, outputTokens: number) => ({
  ...(temperature && { temperature: 0 }),
  ...(limit && { [limit]: limit === 'max_tokens' ? outputTokens : roomForThoughts * outputTokens }),
})

/**
 * Returns what to send after an endpoint rejected a request: newer models of OpenAI take no `temperature`, and
 * `max_completion_tokens` instead of `max_tokens`; other endpoints know only one of the two. A message that names none of
 * the parameters may be about any of them.
 * @returns null if no parameter is to blame
 */
export function withoutRejected(sent: Parameters, message: string): Parameters | null {
  if (sent.temperature && /\btemperature\b/i.test(message)) return { ...sent, temperature: false }
  if (sent.limit && /\bmax_(completion_)?tokens\b/i.test(message))
    return { ...sent, limit: sent.limit === 'max_tokens' ? 'max_completion_tokens' : null }
  return sent.temperature || sent.limit ? { temperature: false, limit: null } : null
}
