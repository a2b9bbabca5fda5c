import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Operation } from '#contract'
import { type Caller, type EndpointResult, Refusal } from '#platform'
import type { OfferedTool } from './tools.ts'

/** In UTF-16 units, to fit into the context of a model. */
const readableAtMost = 200_000

/** Calls a tool's operation. Refusals are results, too: the model reads their code and message. */
export async function callTool(
  { implementation }: OfferedTool,
  caller: Caller,
  input: Record<string, unknown>,
): Promise<CallToolResult> {
  try {
    return toResult(await caller.perform(implementation, distribute(implementation.operation, input)))
  } catch (error) {
    if (error instanceof Refusal) return toError(error)
    throw error
  }
}

/** Assigns each field to its part of the request; unknown fields go to the body, which rejects them. */
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

/**
 * Returns the readable text or the JSON, and the JSON for programs. What is too long is an error with its beginning, because
 * structured content has to be complete.
 */
function toResult({ json, text }: EndpointResult): CallToolResult {
  const readable = text ?? json
  if (readable.length <= readableAtMost)
    return { content: [{ type: 'text', text: readable }], structuredContent: JSON.parse(json) }
  const cut = readable.slice(0, readableAtMost).toWellFormed()
  const note = `Truncated to ${cut.length} of ${readable.length} characters. Use the HTTP API to get the rest.`
  return {
    isError: true,
    content: [
      { type: 'text', text: cut },
      { type: 'text', text: note },
    ],
  }
}

/** Without structured content: older clients also expect that of an error to match the output schema. */
function toError({ code, message, fields }: Refusal): CallToolResult {
  const lines = [`${code}: ${message}`, ...fields.map((field) => `- ${field.path}: ${field.message}`)]
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }] }
}
