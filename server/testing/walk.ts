import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { z } from 'zod'
import * as api from '#contract'
import type { Database } from '#database'
import { newId } from '#platform'
import type { TestApp } from './app.ts'
import { exampleOf } from './examples.ts'
import { untilRead, untilSearched } from './until.ts'

/** A valid request of an operation: it would succeed, or be refused for a reason of the operation's own. */
export interface Example {
  /** With those fields of the query that are required. */
  path: string
  body: Record<string, unknown> | undefined
  /** Of operations that take nothing but a file: sent instead of a body. */
  form: FormData | undefined
}

/** Makes something real for each parameter of a path, so that a refusal that is missing changes something. */
export async function addParameters(app: TestApp): Promise<Record<string, string>> {
  const owner = app.as('owner')
  const spare = { id: newId(), name: 'Someone to change', email: 'spare@aerie.test', role: 'member' }
  await app.db.reader.insertInto('users').values(spare).execute()
  const [patient, other, stranger] = await Promise.all(
    ['One', 'Two', 'Three'].map((givenName) => owner.call(api.createPatient, { givenName })),
  )
  const item = await owner.call(api.createItem, {
    sku: 'TO-BE-LEFT',
    name: 'To be left alone',
    unit: 'box',
    lotTracking: true,
  })
  const delivery = {
    supplier: 'A supplier',
    deliveryNote: '1',
    lines: [{ itemId: item.id, lot: 'A', quantity: 1 }],
  }
  const receipt = await owner.call(api.receiveStock, delivery)
  const lines = [{ description: 'To be left alone', quantity: 1, unitPrice: 1 }]
  const projectId = (await owner.call(api.createProject, { name: 'To be left alone' })).id
  const skill = await owner.call(api.createSkill, { content: skillMd('to-be-left-alone') })
  // One that has finished, of a skill that does not run here: nothing begins to change while the walk looks.
  const run = { id: newId(), skill: skill.name, projectId, input: '{}', status: 'canceled' }
  await app.db.reader
    .insertInto('skillRuns')
    .values({ ...run, createdBy: spare.id, finishedAt: sql<string>`now()` })
    .execute()
  const source = await owner.call(api.createSource, {
    projectId,
    title: 'To be left alone',
    text: 'Leave it.',
  })
  const tracker = await owner.call(api.createTracker, {
    projectId,
    name: 'To be left alone',
    phrases: [{ text: 'it' }],
  })
  // From then on nothing changes by itself.
  await untilRead(owner, source.id)
  await untilSearched(owner, tracker.id)
  const { data: mentions } = await owner.call(api.getTrackerResults, { trackerId: tracker.id })
  const paid = await owner.call(api.createInvoice, { patientId: patient!.id, lines })
  const payment = { invoiceId: paid.id!, amount: '0.01', method: 'cash' } as const
  const { payments } = await owner.call(api.recordPayment, payment)
  const credit = { invoiceId: paid.id!, amount: '0.01', reason: 'To be left alone' }
  const { creditNotes } = await owner.call(api.createCreditNote, credit)
  const key = await owner.call(api.createApiKey, { name: 'To be left alone' })
  const promotion = { userId: spare.id, role: 'admin' } as const
  return {
    userId: spare.id,
    grantId: (await app.withToken(key.token).call(api.updateUser, promotion)).id,
    projectId,
    sourceId: source.id,
    trackerId: tracker.id,
    mentionId: mentions[0]!.id,
    name: skill.name,
    runId: run.id,
    keyId: key.id,
    invitationId: (await owner.call(api.createInvitation, { email: 'guest@aerie.test', role: 'member' })).id,
    patientId: patient!.id,
    mergeId: (await owner.call(api.mergePatients, { sourceId: other!.id, targetId: patient!.id })).id!,
    notDuplicatesId: (await owner.call(api.markNotDuplicates, { patientIds: [patient!.id, stranger!.id] }))
      .id,
    itemId: item.id,
    kind: 'patients',
    importId: await addImport(app, spare.id),
    documentId: receipt.receiptId,
    lotId: receipt.levels[0]!.lotId!,
    paymentId: payments[0]!.id,
    creditNoteId: creditNotes[0]!.id,
    invoiceId: (await owner.call(api.createInvoice, { patientId: patient!.id, lines, draft: true })).id!,
  }
}

/** One that has ended: nothing begins to change while the walk looks. */
async function addImport(app: TestApp, createdBy: string): Promise<string> {
  const [id, sha256, empty] = [newId(), '0'.repeat(64), '{}']
  await app.db.reader
    .insertInto('imports')
    .values({
      id,
      kind: 'items',
      status: 'done',
      dryRun: true,
      filename: 'items.csv',
      bytes: 0,
      sha256,
      format: empty,
      columns: empty,
      total: 0,
      createdBy,
      finishedAt: sql<string>`now()`,
    })
    .execute()
  return id
}

const skillMd = (name: string) => `---\nname: ${name}\ndescription: Says nothing.\n---\nSay nothing.`

/** Fields that have a form of their own. */
const written: Record<string, Record<string, unknown>> = {
  'skills.create': { content: skillMd('to-be-added') },
  // Someone can edit it.
  'projects.update': { access: { everyone: 'edit', members: [] } },
}

/** @throws Error where a parameter is new: say above what stands for it. */
export function exampleFor(operation: api.Operation, parameters: Record<string, string>): Example {
  const path = operation.path.replace(/:(\w+)/g, (_, name) => {
    const value = parameters[name]
    if (value === undefined)
      throw new Error(`Nothing stands for ${name} of ${operation.id}: add it to testing/walk.ts`)
    return value
  })
  const body = { ...(exampleOf(operation.body, operation.id) as object), ...written[operation.id] }
  if ('projectId' in body) Object.assign(body, { projectId: parameters.projectId })
  for (const field of contradictory[operation.id] ?? []) leaveOut(body, field.split('.'))
  const { query } = operation
  const required = Object.entries(query.shape).filter(([, field]) => !z.safeParse(field, undefined).success)
  const pairs = required.map(([name, field]) => [name, String(exampleOf(field, `${operation.id}.${name}`))])
  return {
    path: withQuery(path, String(new URLSearchParams(pairs))),
    body: Object.keys(body).length > 0 ? body : undefined,
    form: formOf(operation),
  }
}

const rows =
  'externalId,givenName,familyName,sku,name,unit,quantity\nTO-BE-LEFT,To be,left alone,TO-BE-LEFT,Item,box,1\n'

function formOf({ form, body }: api.Operation): FormData | undefined {
  if (!form || !(body instanceof z.ZodObject) || Object.keys(body.shape).length > 0) return undefined
  const sent = new FormData()
  for (const [name, field] of Object.entries(form.shape))
    if (!z.safeParse(field, undefined).success) sent.append(name, String(exampleOf(field)))
  sent.append('file', new File([rows], 'rows.csv'))
  return sent
}

/** What a request of an example consists of, next to its address. */
export const contentOf = ({
  body,
  form,
}: Pick<Example, 'body' | 'form'>): { headers: object; body?: BodyInit } =>
  form
    ? { headers: {}, body: form }
    : {
        headers: body ? { 'content-type': 'application/json' } : {},
        ...(body && { body: JSON.stringify(body) }),
      }

/** An address with more in its query; a field that it has already is replaced. */
export function withQuery(address: string, more: string): string {
  const [path = '', query = ''] = address.split('?')
  const names = more.split('&').map((field) => field.split('=')[0])
  const kept = query.split('&').filter((field) => field && !names.includes(field.split('=')[0]))
  const all = [...kept, ...(more ? [more] : [])].join('&')
  return all ? `${path}?${all}` : path
}

/** Optional fields that others of the same request exclude. */
const contradictory: Record<string, string[]> = {
  'apiKeys.revokeMany': ['keyIds', 'ownerId', 'preview'],
  'settings.update': ['creditNoteSeries'],
  'inventory.receive': ['lines.0.sku', 'lines.0.gtin'],
  'inventory.adjust': ['lines.0.sku'],
  'inventory.transfer': ['lines.0.sku'],
  'billing.createInvoice': ['lines.0.discountAmount', 'discounts.0.amount', 'dueDate'],
  'billing.createCreditNote': ['amount'],
  'billing.updateInvoice': ['lines.0.discountAmount', 'discounts.0.amount', 'dueDate'],
}

function leaveOut(value: unknown, [key = '', ...rest]: string[]): void {
  const parent = value as Record<string, unknown>
  if (rest.length > 0) leaveOut(parent[key], rest)
  else delete parent[key]
}

export const isChange = ({ method }: api.Operation): boolean => method !== 'GET'

/** Reads an answer, which must be this refusal in full, with all that every refusal has. */
export async function problem(
  answer: Response | Promise<Response>,
  code: api.ErrorCode,
): Promise<api.Problem> {
  const response = await answer
  const text = await response.text()
  const { status, title } = api.errors[code]
  assert.equal(response.status, status, text)
  assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json(;|$)/)
  const requestId = response.headers.get('x-request-id')
  assert.ok(requestId)
  const found: api.Problem = JSON.parse(text)
  const { detail, errors: _fields, ...rest } = found
  assert.deepEqual(rest, {
    type: `/api/docs#${code}`,
    title,
    status,
    code,
    ...(status !== 401 && { requestId }),
  })
  assert.ok(detail)
  return found
}

/** Written by every call or by the clock, whatever is refused. */
const leftOut = [
  'api_key_uses',
  'api_key_usage',
  'api_key_refusals',
  'api_key_usage_batches',
  'api_key_networks',
  'access_log',
  'sessions',
  'nodes',
  'audit_seals',
  'audit_sealed_entries',
  // A download stores its file, and so does a job.
  'issued_files',
  'filed_series',
]

/** The statement of `contents` for each database: it has the names of all tables. */
const statements = new WeakMap<Database['pool'], Promise<string>>()

/** Returns a digest of each table, to tell that nothing has changed. */
export async function contents({ pool }: Database): Promise<Record<string, string>> {
  const statement = statements.get(pool) ?? digestsOf(pool)
  statements.set(pool, statement)
  // By name: planning it takes several times as long as executing it.
  const { rows } = await pool.query({ name: 'contents', text: await statement })
  return rows[0]
}

async function digestsOf(pool: Database['pool']): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all ($1)`,
    [leftOut],
  )
  const digests = tables.map(
    ({ name }) => `(select md5(string_agg(t::text, ';' order by t::text)) from ${name} t) as ${name}`,
  )
  return `select ${digests.join(', ')}`
}
