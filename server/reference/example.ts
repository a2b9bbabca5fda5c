import type { Operation } from '#contract'
import { resolve, type Schema, type Schemas, withoutNull } from './fields.ts'

/** What fields of these names hold in examples. */
const values: Record<string, unknown> = {
  code: '1a2b-3c4d-5e6f',
  email: 'grace@example.org',
  name: 'Grace',
  organisationName: 'Eyrie Clinic',
  password: 'correct horse battery staple',
  token: 'the-end-of-the-link',
}
const ofOperation: Record<string, Record<string, unknown>> = {
  'apiKeys.create': { name: 'Nightly export' },
  'projects.create': { name: 'Interviews' },
  'projects.update': { name: 'Interviews, spring' },
}

/** A body that the operation takes: its required fields, or the first one where none is. Undefined where it has none. */
export function exampleBody(
  { id }: Operation,
  body: Schema | undefined,
  schemas: Schemas,
): object | undefined {
  if (!body) return undefined
  const { properties = {}, required = [] } = resolve(body, schemas)
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
  return Object.fromEntries(
    names.map((name) => [name, ofOperation[id]?.[name] ?? values[name] ?? sample(properties[name] ?? {})]),
  )
}

function sample(schema: Schema): unknown {
  const { type, enum: choices, anyOf, default: preset, minimum = 1 } = withoutNull(schema)
  if (preset !== undefined) return preset
  if (choices) return choices[0]
  if (anyOf) return sample(anyOf[0] ?? {})
  if (type === 'boolean') return true
  return type === 'integer' || type === 'number' ? Math.max(minimum, 1) : 'text'
}

/** The command that performs an operation from a terminal. */
export function curl(operation: Operation, body: object | undefined, baseUrl: string): string {
  const { method, path } = operation
  // The shell fills in `$PROJECT_ID`.
  const filled = path.replace(/:(\w+)/g, (_, name) => `$${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`)
  const url = filled.includes('$') ? `"${baseUrl}${filled}"` : baseUrl + filled
  return [
    ...(method === 'GET' ? [`curl ${url}`] : [`curl -X ${method}`, url]),
    ...credentials(operation, baseUrl),
    ...(body ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`] : []),
  ].join(' \\\n  ')
}

/** Sessions are a browser's business; on a terminal, curl keeps their cookie in a file. */
function credentials({ id, method, path, allow, credentials }: Operation, baseUrl: string): string[] {
  if (id === 'sessions.signIn') return ['-c cookies.txt']
  const bySession = credentials === 'session' || path.startsWith('/api/auth/')
  if (!bySession) return allow === 'anyone' ? [] : ['-H "Authorization: Bearer $AERIE_API_KEY"']
  return ['-b cookies.txt', ...(method === 'GET' ? [] : [`-H 'Origin: ${new URL(baseUrl).origin}'`])]
}
