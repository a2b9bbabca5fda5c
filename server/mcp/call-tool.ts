import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Operation } from '#contract'
import { type Given, Refusal, type Visitor } from '#platform'
import type { OfferedTool } from './tools.ts'

/** In UTF-16 units. More would not fit into the context of a model. */
const readableAtMost = 200_000

/** Performs a tool's operation. What is refused is a result, too: the model reads the code and the sentence. */
export async function callTool(
  { implementation }: OfferedTool,
  visitor: Visitor,
  input: Record<string, unknown>,
): Promise<CallToolResult> {
  try {
    return toResult(await visitor.perform(implementation, distribute(implementation.operation, input)))
  } catch (error) {
    if (error instanceof Refusal) return toError(error)
    throw error
  }
}

/** Each field goes where the contract has it; those that it does not have go to the body, which refuses them. */
function distribute({ params, query }: Operation, input: Record<string, unknown>) {
  const parts = { params: {}, query: {}, body: {} }
  for (const [name, value] of Object.entries(input)) {
    const part = Object.hasOwn(params.shape, name)
      ? 'params'
      : Object.hasOwn(query.shape, name)
        ? 'query'
        : 'body'
    Object.defineProperty(parts[part], name, { value, enumerable: true })
  }
  return parts
}

/** The text to read where there is one, else the JSON; programs get the JSON beside it, unless there is very much of it. */
function toResult({ json, text }: Given): CallToolResult {
  const readable = text ?? json
  if (readable.length <= readableAtMost) {
    const isMuch = json.length > 2 * readableAtMost
    return {
      content: [{ type: 'text', text: readable }],
      ...(!isMuch && { structuredContent: JSON.parse(json) }),
    }
  }
  const cut = readable.slice(0, readableAtMost).toWellFormed()
  const note = `This is the beginning: ${cut.length} of ${readable.length} characters. The HTTP API gives all of it.`
  return {
    content: [
      { type: 'text', text: cut },
      { type: 'text', text: note },
    ],
  }
}

function toError({ code, message, fields }: Refusal): CallToolResult {
  const lines = [`${code}: ${message}`, ...fields.map((field) => `- ${field.path}: ${field.message}`)]
  return {
    isError: true,
    content: [{ type: 'text', text: lines.join('\n') }],
    structuredContent: { code, detail: message, ...(fields.length > 0 && { errors: fields }) },
  }
}
