import type { Tool } from '@modelcontextprotocol/server'
import { type Json, type Operation, toJsonSchema } from '#contract'
import type { Implementation } from '#platform'

/** An operation as agents see it. */
export interface OfferedTool {
  implementation: Implementation
  tool: Tool
}

/** Those operations that the contract offers to agents, by the names of their tools, which are their ids. */
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
      // Nothing outside of this installation is touched.
      openWorldHint: false,
    },
  }
}

/** Parameters, query and body in one flat object, as the typed client takes them. */
function inputSchemaOf({ id, params, query, body }: Operation): Tool['inputSchema'] {
  if (!('shape' in body)) throw new Error(`The body of ${id} has no fields, so that it can be no tool.`)
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
