import type { z } from 'zod'

/**
 * Reads a model's answer leniently: there may be thoughts before the JSON, text around it, or commas too many.
 * @param list the field that the answer has if the model wrote only the list in it
 * @returns null if it does not have the form
 */
export function readJson<Form extends z.ZodType>(
  answer: string,
  form: Form,
  list: string,
): z.output<Form> | null {
  const text = withoutThoughts(answer)
  const from = text.search(/[[{]/)
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  if (from < 0 || to < from) return null
  const json = text.slice(from, to + 1)
  for (const attempt of [json, json.replace(/,\s*(?=[\]}])/g, '')]) {
    try {
      const value: unknown = JSON.parse(attempt)
      const read = form.safeParse(Array.isArray(value) ? { [list]: value } : value)
      if (read.success) return read.data
    } catch {}
  }
  return null
}

/** Removes what is between `<think>` and the next `</think>`. A pattern would look for that end from each beginning. */
function withoutThoughts(answer: string): string {
  const ended = answer.split('</think>')
  const rest = ended.pop()
  return ended.map((said) => said.split('<think>', 1)[0]).join('') + rest
}
