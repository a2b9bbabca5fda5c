import type { z } from 'zod'
import { type ErrorCode, errors } from './errors.ts'
import { type Json, toJsonSchema } from './json-schema.ts'
import { type Operation, resultWith } from './operation.ts'
import { refusalsOf } from './refusals-of.ts'
import { own, setOwn } from './rules/own.ts'
import { showsPatients } from './shown-patients.ts'
import { takesIdempotencyKey } from './traits.ts'

/** Returns the contract as OpenAPI 3.1, grouped by part. */
export function toOpenApi(operationsByPart: Record<string, Operation[]>, version: string): Json {
  const paths: Record<string, Json> = {}
  const schemas: Json = {}
  for (const [part, operations] of Object.entries(operationsByPart)) {
    for (const operation of operations) {
      const path = operation.path.replace(/:(\w+)/g, '{$1}')
      const method = operation.method.toLowerCase()
      setOwn(paths, path, { ...own(paths, path), [method]: describe(operation, part, schemas) })
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Aerie', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/', description: 'The server that returned this document' }],
    tags: Object.keys(operationsByPart).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: aie_<8 hex>_<43 base64url>' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'aerie.session_token',
          description:
            'Set by signing in. Over https, its name starts with __Host-. Writes also need an Origin header.',
        },
      },
      schemas: { ...schemas, Problem: problem },
    },
  }
}

/** Returns a description as text in which every property, parameter and response has a line. */
export const openApiText = (description: Json): string => `${inLines(description)}\n`

const listing = ['properties', 'parameters', 'responses']
const longestLine = 120

function inLines(value: unknown, key = '', isListed = false, indent = ''): string {
  const text = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ')
  const isList = Array.isArray(value)
  const isPlain = !(value instanceof Object) || (isList && !value.some((item) => item instanceof Object))
  const hasFields = key === 'properties' || text.includes('"properties":')
  if (isPlain || (!hasFields && (isListed || text.length <= longestLine))) return text
  const inner = `${indent}  `
  const lines = Object.entries(value).map(([name, part]) => {
    const begin = isList ? inner : `${inner}${JSON.stringify(name)}: `
    return begin + inLines(part, isList ? key : name, listing.includes(key), inner)
  })
  const [open, close] = isList ? '[]' : '{}'
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

function describe(operation: Operation, part: string, schemas: Json): Json {
  return {
    operationId: operation.id,
    tags: [part],
    summary: operation.summary,
    ...(operation.allow !== 'anyone' && { description: descriptionOf(operation.allow, operation) }),
    security: security(operation),
    parameters: [
      ...parameters('path', operation.params, schemas),
      ...parameters('query', operation.query, schemas),
      ...(takesIdempotencyKey(operation) ? [idempotencyKey] : []),
    ],
    ...(Object.keys(bodyFields(operation)).length > 0 && {
      requestBody: {
        required: !operation.body.safeParse({}).success,
        content: {
          'application/json': { schema: toJsonSchema(operation.body, 'input', schemas) },
          ...(operation.form && { 'multipart/form-data': { schema: upload(operation.form, schemas) } }),
        },
      },
    }),
    responses: merged(successes(operation, schemas), refusals(operation)),
  }
}

const descriptionOf = (roles: readonly string[], operation: Operation): string =>
  [
    `Allowed roles: ${roles.join(', ')}.`,
    showsPatients(operation) && 'The access log records which patients a call shows.',
  ]
    .filter(Boolean)
    .join(' ')

function security({ allow, credentials }: Operation): Json[] {
  if (allow === 'anyone') return []
  return credentials === 'session' ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }]
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes retries safe: repeating it with the same body returns the first response.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
}

function parameters(place: 'path' | 'query', schema: z.ZodObject, schemas: Json): Json[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const { description, ...described } = toJsonSchema(field as z.ZodType, 'input', schemas)
    const required = place === 'path' || !(field as z.ZodType).safeParse(undefined).success
    return { name, in: place, required, ...(description ? { description } : {}), schema: described }
  })
}

/** A file and its fields. In a form, lists and objects are sent as text. */
function upload(form: z.ZodObject, schemas: Json): Json {
  const { properties, required = [], ...described } = toJsonSchema(form, 'input', schemas)
  return {
    ...described,
    properties: { file: { type: 'string', format: 'binary' }, ...(properties as object) },
    required: ['file', ...(required as string[])],
  }
}

interface Response {
  description: string
  content?: Json
}

function successes(operation: Operation, schemas: Json): Record<string, Response> {
  const { status, otherStatuses, grants } = operation
  if (status === 204) return { 204: { description: 'Done' } }
  const results = [status, ...otherStatuses].map((code) => [
    code,
    { description: 'The result', content: contentWith(operation, code, schemas) },
  ])
  const description = 'Called with an API key, and waiting for a confirmation in the browser'
  return Object.fromEntries([
    ...results,
    ...(grants ? [[202, { description, content: contentWith(operation, 202, schemas) }]] : []),
  ])
}

function contentWith(operation: Operation, status: number, schemas: Json): Json {
  const { result, formats } = operation
  if ('media' in result)
    return Object.fromEntries(result.media.map((type) => [type, { schema: { type: 'string' } }]))
  const schemaOf = (type: string) =>
    type === 'application/json'
      ? toJsonSchema(resultWith(operation, status), 'output', schemas)
      : { type: 'string' }
  return Object.fromEntries(formats.map((type) => [type, { schema: schemaOf(type) }]))
}

function refusals(operation: Operation): Record<string, Response> {
  const byStatus = Map.groupBy(refusalsOf(operation), (code: ErrorCode) => errors[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${errors[code].title}`).join('; '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

/** A status can be both a result and an error, distinguished by the media type. */
function merged(a: Record<string, Response>, b: Record<string, Response>): Record<string, Response> {
  const all = { ...a, ...b }
  for (const [status, first] of Object.entries(a)) {
    const second = own(b, status)
    if (!second) continue
    setOwn(all, status, {
      description: `${first.description}, or ${second.description}`,
      content: { ...first.content, ...second.content },
    })
  }
  return all
}

const bodyFields = ({ body }: Operation): object => ('shape' in body ? (body.shape as object) : { body })

const problem = {
  type: 'object',
  description: 'RFC 9457. A 401 has no requestId.',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'Links to the explanation of the code.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'For people. Programs branch on the code.' },
    code: { type: 'string', enum: Object.keys(errors) },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      description: 'One entry per invalid field.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}
