import type { Tool } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { type Json, type Operation, toJsonSchema, unconfirmed } from '#contract'
import type { Implementation } from '#platform'
import { own, setOwn } from '#rules/own'

/** An operation offered to agents. */
export interface OfferedTool {
  implementation: Implementation
  tool: Tool
}

/** Returns the operations that the contract offers to agents, by the names of their tools. */
export function toTools(implementations: Implementation[]): Map<string, OfferedTool> {
  const offered = implementations.flatMap((implementation) => {
    const tool = toTool(implementation.operation)
    return tool ? [{ implementation, tool }] : []
  })
  return new Map(offered.map((one) => [one.tool.name, one]))
}

/** Returns the name of an operation's tool: `sources_get_text` for `sources.getText`. Many clients accept no dots. */
export const toolNameOf = (id: string): string =>
  id.replaceAll('.', '_').replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)

/** Returns the tool of an operation; undefined if it is not offered. */
export function toTool(operation: Operation): Tool | undefined {
  const { id, summary, mcp } = operation
  if (!mcp) return undefined
  return {
    name: toolNameOf(id),
    description: summary,
    inputSchema: inputSchemaOf(operation),
    outputSchema: outputSchemaOf(operation),
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
  const schema = {
    type: 'object',
    properties: Object.assign({}, ...parts.map((part) => part.properties)),
    required: parts.flatMap((part) => (part.required as string[] | undefined) ?? []),
    additionalProperties: false,
  }
  return inOneDocument(schema, named)
}

/**
 * Returns the schema of an operation's result, which is an object, as the protocol requires of structured content. If the
 * operation grants, it is either its result or an unconfirmed call.
 */
function outputSchemaOf({ id, result, grants }: Operation): Tool['outputSchema'] {
  const named: Json = {}
  const { $ref, ...schema } = toJsonSchema(result as z.ZodType, 'output', named)
  const root = typeof $ref === 'string' ? (own(named, $ref.replace(schemas, '')) as Json) : schema
  if (root.type !== 'object') throw new Error(`The result of ${id} is no object, so it cannot be a tool.`)
  if (!grants) return inOneDocument(root, named)
  return inOneDocument({ type: 'object', anyOf: [root, toJsonSchema(unconfirmed, 'output', named)] }, named)
}

const schemas = '#/components/schemas/'

/** Adds the named schemas that a schema refers to, directly or indirectly. */
function inOneDocument(root: Json, named: Json) {
  const used: Json = {}
  const add = (schema: unknown) => {
    for (const [, id = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (Object.hasOwn(used, id)) continue
      setOwn(used, id, own(named, id))
      add(own(named, id))
    }
  }
  add(root)
  const schema = { ...root, ...(Object.keys(used).length > 0 && { $defs: used }) }
  return JSON.parse(JSON.stringify(schema).replaceAll(`"${schemas}`, '"#/$defs/'), forOlderClients)
}

/** Limits a tuple by its length: in draft 7, which older clients read, `items: false` would forbid all of its items. */
function forOlderClients(_key: string, value: unknown) {
  if (typeof value !== 'object' || value === null || !('prefixItems' in value)) return value
  const { items: _items, ...tuple } = value as { prefixItems: unknown[]; items?: unknown }
  return { ...tuple, maxItems: tuple.prefixItems.length }
}
