import type { Operation } from '#contract'
import { isDecimal, resolve, type Schema, type Schemas, withoutNull } from './fields.ts'

/** What fields of these names hold in examples. */
const values: Record<string, unknown> = {
  code: '1a2b-3c4d-5e6f',
  currentPassword: 'correct horse battery staple',
  deliveryNote: 'DN-1042',
  description: 'Consultation',
  email: 'grace@example.org',
  familyName: 'Hopper',
  givenName: 'Grace',
  name: 'Grace',
  newPassword: 'another pass phrase altogether',
  organisationName: 'Eyrie Clinic',
  password: 'correct horse battery staple',
  sku: 'AMOX-500',
  supplier: 'Medline',
  token: 'the-end-of-the-link',
  unit: 'box',
}
const ofOperation: Record<string, Record<string, unknown>> = {
  'account.confirmTwoFactor': { code: '492 039' },
  'apiKeys.create': { name: 'Nightly export' },
  'billing.createCreditNote': { reason: 'Charged twice' },
  'billing.voidInvoice': { reason: 'Made out to the wrong person' },
  'inventory.adjust': {
    mode: 'count',
    reason: 'recount',
    lines: [{ sku: 'AMOX-500', lot: 'B7731', quantity: '38' }],
  },
  'inventory.createItem': { name: 'Amoxicillin 500 mg' },
  'inventory.createLocation': { name: 'Store room' },
  'inventory.receive': {
    lines: [{ sku: 'AMOX-500', quantity: '40', lot: 'B7731', expiresOn: '2028-03-31', unitCost: '1.20' }],
  },
  'inventory.reverse': { note: 'Delivered to the wrong address' },
  'projects.create': { name: 'Interviews' },
  'projects.update': { name: 'Interviews, spring' },
  'sessions.verifyRecoveryCode': { code: 'k3fm-7qpa-x2ud-lw5e' },
  'sessions.verifyTotp': { code: '492 039' },
  'skills.create': {
    content: '---\nname: objections\ndescription: What speaks against it\n---\nList the objections.',
  },
  'sources.create': {
    title: 'Interview with Ada',
    text: 'Ada: The invoices confuse me.',
    kind: 'transcript',
  },
  'sources.search': { q: 'confusing invoices' },
  'sources.update': { title: 'Interview with Ada Lovelace' },
  'trackers.create': { name: 'Prices', phrases: [{ text: 'expensive', match: 'stem' }] },
  'trackers.preview': { query: 'price* NEAR/5 (high OR rise)' },
  'trackers.update': { name: 'Prices and fees' },
}

/** Those fields of the query that the operation needs. */
export function exampleQuery({ id }: Operation, query: Schema, schemas: Schemas): object {
  return query.required?.length ? sampleFields(query, ofOperation[id] ?? {}, schemas) : {}
}

/** A body that the operation takes, with the fields that matter. Undefined where it has none. */
export function exampleBody(
  { id }: Operation,
  body: Schema | undefined,
  schemas: Schemas,
): object | undefined {
  return body && sampleFields(resolve(body, schemas), ofOperation[id] ?? {}, schemas)
}

function sample(schema: Schema, schemas: Schemas): unknown {
  const plain = withoutNull(resolve(schema, schemas))
  const { enum: choices, anyOf, default: preset, minimum = 1, format, items, minItems = 1 } = plain
  const [type] = [plain.type ?? 'string'].flat()
  if (preset !== undefined) return preset
  if (choices) return choices[0]
  if (isDecimal(plain)) return '12.50'
  if (anyOf) return sample(anyOf[0] ?? {}, schemas)
  if (type === 'array')
    return Array.from({ length: Math.max(minItems, 1) }, () => sample(items ?? {}, schemas))
  if (type === 'object') return sampleFields(plain, {}, schemas)
  if (type === 'boolean') return true
  if (format === 'uuid') return '019b76da-a800-7000-8000-000000000000'
  if (format === 'date') return '2026-01-31'
  return type === 'integer' || type === 'number' ? Math.max(minimum, 1) : 'text'
}

/** An object's required fields and those that are given, or the first one where there are none. */
function sampleFields(
  { properties = {}, required = [] }: Schema,
  given: Record<string, unknown>,
  schemas: Schemas,
): object {
  const wanted = [...new Set([...required, ...Object.keys(given)])]
  const names = wanted.length > 0 ? wanted : Object.keys(properties).slice(0, 1)
  return Object.fromEntries(
    names.map((name) => [name, given[name] ?? values[name] ?? sample(properties[name] ?? {}, schemas)]),
  )
}

/** Which file is sent where a form is. */
export const fileOf = ({ id }: Operation): string => (id === 'skills.create' ? 'SKILL.md' : 'interview.txt')

/** The command that performs an operation from a terminal; where a file can be sent, one that does, and one without. */
export function curl(
  operation: Operation,
  { query, body }: { query: object; body: object | undefined },
  baseUrl: string,
): string {
  const json = body ? [`-H 'Content-Type: application/json'`, `-d '${written(body)}'`] : []
  const fields = Object.entries(query).map(([name, value]) => `--data-urlencode ${name}='${value}'`)
  const command = (more: string[]) =>
    start(operation, fields.length > 0, baseUrl)
      .concat(more)
      .join(' \\\n  ')
  if (!operation.form) return command([...fields, ...json])
  return `${command([`-F file=@${fileOf(operation)}`])}\n\n# or\n${command(json)}`
}

/** JSON as it stands between single quotes in a shell; on several lines where it is long. */
function written(body: object): string {
  const line = JSON.stringify(body)
  return (line.length > 60 ? JSON.stringify(body, null, 2) : line).replaceAll("'", "'\\''")
}

function start(operation: Operation, hasQuery: boolean, baseUrl: string): string[] {
  const { method, path } = operation
  // The shell fills in `$PROJECT_ID`.
  const filled = path.replace(/:(\w+)/g, (_, name) => `$${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`)
  const url = filled.includes('$') ? `"${baseUrl}${filled}"` : baseUrl + filled
  return [
    ...(method === 'GET' ? [`curl ${hasQuery ? '-G ' : ''}${url}`] : [`curl -X ${method}`, url]),
    ...credentials(operation, baseUrl),
  ]
}

/** Sessions are a browser's business; on a terminal, curl keeps their cookie in a file. */
function credentials({ id, method, path, allow, credentials }: Operation, baseUrl: string): string[] {
  if (id === 'sessions.signIn') return ['-c cookies.txt']
  const bySession = credentials === 'session' || path.startsWith('/api/auth/')
  if (!bySession) return allow === 'anyone' ? [] : ['-H "Authorization: Bearer $AERIE_API_KEY"']
  return ['-b cookies.txt', ...(method === 'GET' ? [] : [`-H 'Origin: ${new URL(baseUrl).origin}'`])]
}
