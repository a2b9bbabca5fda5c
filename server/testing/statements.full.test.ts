import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import { PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Client } from '#client'
import {
  adjustStock,
  createApiKey,
  createCreditNote,
  createInvoice,
  createItem,
  createLocation,
  createPatient,
  createProject,
  createSource,
  createTracker,
  identifyApiKeys,
  listLocations,
  operations,
  previewTracker,
  pseudonymiseProject,
  receiveStock,
  revokeManyApiKeys,
  startRun,
  transferStock,
  updateInvoice,
  updatePatient,
  updateProject,
  updateSettings,
  updateSource,
  updateTracker,
} from '#contract'
import { startTestApp, type TestApp } from './app.ts'
import { postgres } from './cluster.ts'
import { fewestStatements } from './statements.ts'

/** Or as many as a list may have. */
const many = 100
/** Operations with lists of at most two elements. */
const short = ['patients.markNotDuplicates']

describe('the number of statements of a call', { skip: !postgres && 'needs PostgreSQL' }, () => {
  let app: TestApp
  let client: Client
  before(async () => {
    // No jobs: only statements of the call count.
    mock.method(PgBoss.prototype, 'work', async () => 'none')
    app = await startTestApp('postgresql')
    client = app.as('owner')
  })
  after(async () => {
    mock.restoreAll()
    await app.stop()
  })

  let made = 0
  const unique = () => `n${++made}`
  const uniques = (n: number) => Array.from({ length: n }, unique)
  /** One after the other: a slow server would refuse a part of a hundred simultaneous calls. */
  const idsOf = async (n: number, make: () => Promise<{ id: string }>) => {
    const ids: string[] = []
    while (ids.length < n) ids.push((await make()).id)
    return ids
  }
  const newProject = async () => (await client.call(createProject, { name: unique() })).id
  const phrases = (n: number) => uniques(n).map((text) => ({ text }))
  const items = (n: number, lotTracking = false) =>
    idsOf(n, () => client.call(createItem, { sku: unique(), name: 'Gauze', unit: 'piece', lotTracking }))
  const inStock = async (n: number) => {
    const itemIds = await items(n)
    const lines = itemIds.map((itemId) => ({ itemId, quantity: '10' }))
    await client.call(receiveStock, { supplier: 'Acme', deliveryNote: unique(), lines })
    return itemIds
  }
  const newPatient = async () => (await client.call(createPatient, { familyName: unique() })).id
  const newTracker = async () =>
    (await client.call(createTracker, { projectId: await newProject(), name: unique(), phrases: phrases(1) }))
      .id
  const invoice = async (n: number) => ({
    patientId: await newPatient(),
    lines: (await inStock(n)).map((itemId) => ({
      itemId,
      description: 'Gauze',
      quantity: '1',
      unitPrice: '2',
    })),
  })
  const identifiers = (n: number) =>
    uniques(n).map((value) => ({ system: 'urn:test', value, use: 'usual' as const }))

  /** Each makes what a call with `n` elements needs, and returns the call. */
  const calls: Record<string, (n: number) => Promise<() => Promise<unknown>>> = {
    'apiKeys.create': async (n) => () => client.call(createApiKey, { name: unique(), scopes: uniques(n) }),
    'apiKeys.identify': async (n) => {
      const hashes = Array.from({ length: n }, () => (++made).toString(16).padStart(64, '0'))
      return () => client.call(identifyApiKeys, { hashes })
    },
    'apiKeys.revokeMany': async (n) => {
      const keyIds = await idsOf(n, () => client.call(createApiKey, { name: unique() }))
      return () => client.call(revokeManyApiKeys, { keyIds })
    },
    'billing.createInvoice': async (n) => {
      const content = await invoice(n)
      return () => client.call(createInvoice, content)
    },
    'billing.updateInvoice': async (n) => {
      const content = await invoice(n)
      const { id: invoiceId, version } = await client.call(createInvoice, { ...content, draft: true })
      return () => client.call(updateInvoice, { invoiceId: invoiceId!, version: version!, ...content })
    },
    'billing.createCreditNote': async (n) => {
      const { id: invoiceId, lines } = await client.call(createInvoice, await invoice(n))
      const credited = lines.map(({ id }) => ({ lineId: id! }))
      return () =>
        client.call(createCreditNote, {
          invoiceId: invoiceId!,
          lines: credited,
          reason: 'Returned',
          restock: true,
        })
    },
    'inventory.receive': async (n) => {
      const lines = (await items(n, true)).map((itemId) => ({ itemId, quantity: '1', lot: unique() }))
      return () => client.call(receiveStock, { supplier: 'Acme', deliveryNote: unique(), lines })
    },
    'inventory.adjust': async (n) => {
      const lines = (await inStock(n)).map((itemId) => ({ itemId, quantity: '-1' }))
      return () => client.call(adjustStock, { mode: 'delta', reason: 'lost', lines })
    },
    'inventory.transfer': async (n) => {
      const lines = (await inStock(n)).map((itemId) => ({ itemId, quantity: '1' }))
      const { data } = await client.call(listLocations, {})
      const { id: to } = await client.call(createLocation, { name: unique() })
      return () =>
        client.call(transferStock, { from: data.find(({ isDefault }) => isDefault)!.id, to, lines })
    },
    'patients.create': async (n) => () =>
      client.call(createPatient, { familyName: unique(), identifiers: identifiers(n) }),
    'patients.update': async (n) => {
      const patientId = await newPatient()
      return () => client.call(updatePatient, { patientId, identifiers: identifiers(n) })
    },
    'projects.pseudonymise': async (n) => {
      const projectId = await newProject()
      return () =>
        client.call(pseudonymiseProject, { projectId, names: uniques(n).map((name) => ({ name })) })
    },
    'projects.update': async (n) => {
      const projectId = await newProject()
      const { rows } = await app.db.pool.query(
        `insert into users (id, name, email, role)
         select gen_random_uuid(), 'Colleague', gen_random_uuid() || '@aerie.test', 'member' from generate_series(1, $1)
         returning id`,
        [n],
      )
      const members = rows.map(({ id }) => ({ userId: id as string, level: 'edit' as const }))
      return () => client.call(updateProject, { projectId, access: { members } })
    },
    'settings.update': async (n) => () =>
      client.call(updateSettings, {
        taxRates: uniques(n).map((name, at) => ({ name, category: 'S' as const, rate: 1 + (at % 99) })),
      }),
    'skills.run': async (n) => {
      const projectId = await newProject()
      const sourceIds = await idsOf(n, () =>
        client.call(createSource, { projectId, title: 'Text', text: unique() }),
      )
      return () => client.call(startRun, { name: 'themes', projectId, input: { sourceIds } })
    },
    'sources.create': async (n) => {
      const projectId = await newProject()
      return () => client.call(createSource, { projectId, title: 'Text', text: unique(), tags: uniques(n) })
    },
    'sources.update': async (n) => {
      const projectId = await newProject()
      const { id: sourceId } = await client.call(createSource, { projectId, title: 'Text', text: unique() })
      return () => client.call(updateSource, { sourceId, tags: uniques(n) })
    },
    'trackers.create': async (n) => {
      const projectId = await newProject()
      return () => client.call(createTracker, { projectId, name: unique(), phrases: phrases(n) })
    },
    'trackers.preview': async (n) => {
      const projectId = await newProject()
      return () => client.call(previewTracker, { projectId, phrases: phrases(n) })
    },
    'trackers.update': async (n) => {
      const trackerId = await newTracker()
      return () => client.call(updateTracker, { trackerId, phrases: phrases(n) })
    },
  }

  const withLists = new Map(
    operations.flatMap(({ id, body }) => {
      const most = longestList(body)
      return most === undefined || short.includes(id) ? [] : [[id, Math.min(most, many)] as const]
    }),
  )

  test('is known of every operation that takes a list', () => {
    assert.deepEqual(Object.keys(calls).toSorted(), [...withLists.keys()].toSorted())
  })

  for (const [id, prepare] of Object.entries(calls))
    test(`does not grow with the list: ${id}`, async () => {
      const one = await fewestStatements(() => prepare(1))
      const all = await fewestStatements(() => prepare(withLists.get(id)!), one)
      assert.ok(one > 0)
      assert.ok(all <= one, `${one} statements with one element, and ${all} with ${withLists.get(id)}`)
    })
})

/** Returns how long a list in a body may be; undefined if it has none. */
function longestList(body: z.ZodType): number | undefined {
  const found: number[] = []
  const look = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { type, maxItems } = schema as { type?: string; maxItems?: number }
    if (type === 'array') found.push(maxItems ?? many)
    else for (const part of Object.values(schema)) look(part)
  }
  look(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))
  return found.length > 0 ? Math.max(...found) : undefined
}
