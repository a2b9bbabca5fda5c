import { z } from 'zod'
import { estimateTokens } from '#engines/language'

export interface Message {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** A model's answer, and what it cost. */
export interface Answer {
  text: string
  inputTokens: number
  outputTokens: number
}

const count = z.number().int().nonnegative().optional().catch(undefined)
const part = z.object({ text: z.string().optional().catch(undefined) })
const content = z.union([
  z.string(),
  z.array(part).transform((parts) => parts.map(({ text }) => text ?? '').join('')),
  // A model that only thought, or that refused, wrote nothing.
  z.null().transform(() => ''),
])
const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: content.optional().default('') }) })).min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(undefined),
})

/**
 * Reads a chat completion (https://platform.openai.com/docs/api-reference/chat). Estimates tokens that the endpoint does
 * not count.
 * @returns null if it is none
 */
export function readCompletion(body: string, messages: Message[]): Answer | null {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return null
  }
  const read = completion.safeParse(value)
  if (!read.success) return null
  const { choices, usage } = read.data
  const text = choices[0]!.message.content.toWellFormed().replaceAll('\u0000', '')
  return {
    text,
    inputTokens:
      usage?.prompt_tokens ?? messages.reduce((sum, message) => sum + estimateTokens(message.content), 0),
    outputTokens: usage?.completion_tokens ?? estimateTokens(text),
  }
}
