import type { Tool } from '@modelcontextprotocol/server'
import { type Json, type Operation, toJsonSchema } from '#contract'
import type { Implementation } from '#platform'

/** An operation offered to agents. */
export interface OfferedTool {
  implementation: Implementation
  tool: Tool
}

/** Returns the operations that the contract offers to agents, by their ids, which name the tools. */
export function toTools(implementations: Implementation[]): Map<string, OfferedTool> {
  const offered = implementations.flatMap((implementation) => {
    const tool = toTool(implementation.operation)
    return tool ? [{ implementation, tool }] : []
  })
  return new Map(offered.map((one) => [one.tool.name, one]))
}

function toTool(operation: Operation): Tool | undefined {
  const { id, summary, mcp } = operation
  if (!mcp) return undefined
  return {
    name: id,
    description: summary,
    inputSchema: inputSchemaOf(operation),
    annotations: {
      readOnlyHint: mcp.readOnly,
      destructiveHint: mcp.destructive,
      // Affects only this installation.
      openWorldHint: false,
    },
  }
}

/** Merges parameters, query and body into one flat object, as in the typed client. */
function inputSchemaOf({ id, params, query, body }: Operation): Tool['inputSchema'] {
  if (!('shape' in body)) throw new Error(`The body of ${id} has no fields, so it cannot be a tool.`)
  const named: Json = {}
  const parts = [params, query, body].map((schema) => toJsonSchema(schema, 'input', named))
  const properties = Object.assign({}, ...parts.map((part) => part.properties))
  const schema = {
    type: 'object' as const,
    properties,
    required: parts.flatMap((part) => (part.required as string[] | undefined) ?? []),
    additionalProperties: false,
    ...(Object.keys(named).length > 0 && { $defs: named }),
  }
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"#/$defs/'))
}
